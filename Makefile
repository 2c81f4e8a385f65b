# What people type. Each target only calls the command that does the work; .ci/run has the steps.

.PHONY: help test ci nightly race lint fmt generate bench fuzz docs

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

test: ## the tests of the library and of the command
	go test ./... ./cmd/zetes/...

ci: ## all that must hold before a change goes in
	.ci/run

nightly: ## the long part: random runs, other processors, fuzzing
	.ci/run nightly

race: ## the tests of packages in which goroutines meet, with the race detector
	.ci/run race

lint: ## formatting, vet, staticcheck, module files, workflows
	.ci/run gofmt vet staticcheck tidy workflows

fmt: ## format all Go code
	gofmt -s -w .

generate: ## make generated files again
	go generate work

bench: ## compare with encoding/json on this machine, about a minute
	go run ./cmd/zetes bench

fuzz: ## each fuzz target for two seconds
	.ci/run fuzz

docs: ## the code, calls, names and links of the documents
	go test -count=1 ./tools/docs
