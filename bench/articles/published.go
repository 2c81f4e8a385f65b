package articles

// published are MB/s, B/op and allocs/op by way of reading or writing, and by document: small, regular and large.
type published map[string]map[string]string

func sizes(small, regular, large string) map[string]string {
	return map[string]string{"small": small, "regular": regular, "large": large}
}

// The tables of easyjson's README, of 4 February 2016 with Go 1.6 (go/codec of 4 March 2016). For ujson they have
// MB/s alone: 103 reading regular, 92 writing it.
var (
	publishedUnmarshal = published{
		"std":      sizes("9.7, 720, 14", "22, 10229, 218", ""),
		"easyjson": sizes("67, 128, 3", "125, 9794, 128", ""),
		"ffjson":   sizes("17.6, 488, 10", "66, 9985, 141", ""),
		"codec":    sizes("29, 336, 7", "55, 19299, 434", ""),
	}
	publishedMarshal = published{
		"std":             sizes("32, 328, 3", "75, 23256, 9", "80, 1.2M, 17"),
		"easyjson":        sizes("125, 128, 1", "213, 10260, 9", "212, 490k, 33"),
		"easyjson writer": sizes("", "263, 742, 8", "262, 2879, 25"),
		"ffjson":          sizes("36, 384, 5", "122, 21340, 152–153", "134, 818k, 7317"),
		"ffjson pooled":   sizes("64, 128, 4", "146, 4897, 152", "125, 827k, 7320"),
		"codec":           sizes("42, 304, 3", "80, 33601, 17", "73, 2.5M, 483"),
		"codec reused":    sizes("56, 48, 1", "108, 1153, 9", "103, 66007, 451"),
	}
	publishedConcurrent = published{
		"std":             sizes("124, 328, 3", "252, 23257, 9", "289, 1.2M, 17"),
		"easyjson":        sizes("333, 128, 1", "792, 10597, 9", "718, 548k, 36"),
		"easyjson writer": sizes("", "1748, 779, 8", "2134, 4957, 25"),
		"ffjson":          sizes("62, 384, 5", "301, 21629, 153", "438, 1.0M, 7330"),
		"ffjson pooled":   sizes("282, 128, 4", "707, 5148, 152", "131, 820k, 7319"),
		"codec":           sizes("147, 304, 3", "183, 33603, 17", "190, 2.5M, 483"),
		"codec reused":    sizes("299, 48, 1", "671, 1157, 9", "752, 77574, 451"),
	}
)
