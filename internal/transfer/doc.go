// Package transfer calls Read and Write of the user's readers and writers, and returns errors for those that break the
// rules of package io.
package transfer
