// Package transfer calls Read and Write of the caller's readers and writers, which may not keep to what package io
// asks of them.
package transfer
