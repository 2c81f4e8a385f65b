package load

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"strconv"
	"time"
)

// client is one connection that is opened again when it has to be. It knows just enough of HTTP/1.1 for the answers
// of the services, so that most of the processor's time is theirs.
type client struct {
	addr  string
	until time.Time // when a call gives up
	conn  net.Conn
	r     *bufio.Reader
	body  []byte
}

func (c *client) open() error {
	if c.conn != nil {
		return nil
	}
	conn, err := net.DialTimeout("tcp", c.addr, time.Until(c.until))
	if err != nil {
		return err
	}
	c.conn = conn
	if c.r == nil {
		c.r = bufio.NewReader(nil)
	}
	c.r.Reset(conn)
	return conn.SetDeadline(c.until)
}

// close resets the connection, so no address is left waiting.
func (c *client) close() {
	if c.conn != nil {
		_ = c.conn.(*net.TCPConn).SetLinger(0)
		_ = c.conn.Close()
		c.conn = nil
	}
}

// ask sends a request and returns the answer; body is valid until the next call.
func (c *client) ask(request []byte) (status int, body []byte, err error) {
	if err := c.open(); err != nil {
		return 0, nil, err
	}
	if _, err = c.conn.Write(request); err == nil {
		status, body, err = c.answer()
	}
	if err != nil {
		c.close()
	}
	return status, body, err
}

// cancel sends a part of a request, or all of it, and goes away without waiting for the answer: by a reset, or in
// order.
func (c *client) cancel(request []byte, r *rand.Rand) error {
	if err := c.open(); err != nil {
		return err
	}
	defer c.close()
	if _, err := c.conn.Write(request[:1+r.IntN(len(request))]); err != nil {
		return err
	}
	if r.IntN(2) == 0 {
		return nil
	}
	if err := c.conn.(*net.TCPConn).CloseWrite(); err != nil {
		return err
	}
	_, err := io.Copy(io.Discard, c.conn) // the server closes too
	return err
}

var (
	errNoLength = errors.New("an answer without Content-Length")
	lengthName  = []byte("Content-Length: ")
	closeLine   = []byte("Connection: close")
)

func (c *client) answer() (status int, body []byte, err error) {
	line, err := c.line()
	if err != nil {
		return 0, nil, err
	}
	if len(line) < len("HTTP/1.1 200") || string(line[:len("HTTP/1.1 ")]) != "HTTP/1.1 " {
		return 0, nil, fmt.Errorf("an answer that begins with %q", line)
	}
	if status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return 0, nil, err
	}
	length, last := -1, false
	for {
		if line, err = c.line(); err != nil {
			return 0, nil, err
		}
		if len(line) == 0 {
			break
		}
		if value, ok := bytes.CutPrefix(line, lengthName); ok {
			if length, err = strconv.Atoi(string(value)); err != nil {
				return 0, nil, err
			}
		}
		last = last || bytes.Equal(line, closeLine)
	}
	if length < 0 {
		return 0, nil, errNoLength
	}
	c.body = slices.Grow(c.body[:0], length)[:length]
	if _, err := io.ReadFull(c.r, c.body); err != nil {
		return 0, nil, err
	}
	if last {
		c.close()
	}
	return status, c.body, nil
}

// line returns the next line without its end.
func (c *client) line() ([]byte, error) {
	line, err := c.r.ReadSlice('\n')
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return bytes.TrimSuffix(line, []byte("\r\n")), err
}
