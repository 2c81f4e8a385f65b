package kernel

// IntegerText is the space for one integer and its comma. They take at most 21 bytes of it.
const IntegerText = 24
