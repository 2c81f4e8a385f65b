package buffer_test

import (
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/zetes-json/zetes/buffer"
)

func Example() {
	var b buffer.Buffer
	defer b.Release()
	for i := range 1000 {
		fmt.Fprintf(&b, "%04d\n", i)
	}
	fmt.Println(b.Len(), "bytes are ready to be sent")
	n, err := b.WriteTo(io.Discard)
	fmt.Println(n, err, b.Len())
	// Output:
	// 5000 bytes are ready to be sent
	// 5000 <nil> 0
}

// An encoder that appends writes straight into the chunks.
func ExampleBuffer_Reserve() {
	var b buffer.Buffer
	defer b.Release()
	for i := range 5 {
		b.Commit(strconv.AppendInt(b.Reserve(20), int64(i*i), 10))
		b.WriteByte(' ')
	}
	b.WriteTo(os.Stdout)
	// Output: 0 1 4 9 16
}

// AppendTo builds the output in a slice that is used again and again.
func ExampleBuffer_AppendTo() {
	var b buffer.Buffer
	defer b.Release()
	var line []byte
	for _, name := range []string{"Ada", "Grace"} {
		b.WriteString("Hello, ")
		b.WriteString(name)
		line = b.AppendTo(line[:0])
		b.Reset()
		fmt.Printf("%s\n", line)
	}
	// Output:
	// Hello, Ada
	// Hello, Grace
}

// A ReadCloser fits wherever a body is wanted, and gives its memory back as it is read.
func ExampleBuffer_ReadCloser() {
	var b buffer.Buffer
	b.WriteString("a body")
	body := b.ReadCloser()
	defer body.Close()
	p, err := io.ReadAll(body)
	fmt.Printf("%s %v\n", p, err)
	// Output: a body <nil>
}
