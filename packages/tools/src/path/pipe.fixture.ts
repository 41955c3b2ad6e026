import { execFileSync } from 'node:child_process'

/** A named pipe: opening it carelessly blocks forever. */
export const makePipe = (path: string): void => void execFileSync('/bin/sh', ['-c', 'rm -f "$0" && mkfifo "$0"', path])
