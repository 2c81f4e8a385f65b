module github.com/zetes-json/zetes

go 1.26
