package toolchain

func init() { LinkDecoder() }
