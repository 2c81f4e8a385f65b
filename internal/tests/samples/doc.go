// Package samples makes documents for tests.
package samples
