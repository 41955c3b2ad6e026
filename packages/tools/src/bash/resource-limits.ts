import { totalmem } from 'node:os'

/** What one sandboxed command may use, including everything it starts. */
export type ResourceLimits = {
  /** Processes and threads. */
  readonly processes: number
  readonly memoryBytes: number
  /** The largest file it may write. */
  readonly fileBytes: number
  /** The size of `/tmp` and of the empty home folder, which are both in memory. */
  readonly temporaryBytes: number
}

const GIGABYTE = 1_073_741_824

/** Enough for a large build, without letting one command take the whole machine. */
export const usualResourceLimits = (): ResourceLimits => ({
  processes: 4_096,
  memoryBytes: Math.floor(memoryHere() * 0.8),
  fileBytes: 16 * GIGABYTE,
  temporaryBytes: 4 * GIGABYTE,
})

/** The container's memory, if it has less than the machine. */
function memoryHere(): number {
  const most = process.constrainedMemory()
  return most > 0 && most < totalmem() ? most : totalmem()
}

/**
 * A shell line that applies these limits to itself for good and then runs the next line. A limit that is already lower
 * stays. Memory is limited per process here, and in total by the usage watcher.
 */
export function limitingLine({ processes, memoryBytes, fileBytes }: ResourceLimits): string {
  const kilobytes = (bytes: number) => Math.max(1, Math.floor(bytes / 1_024))
  const limits = [`-u ${processes}`, `-d ${kilobytes(memoryBytes)}`, `-f ${kilobytes(fileBytes)}`, '-c 0']
  return `${limits.map((limit) => `ulimit ${limit} 2>/dev/null`).join('; ')}; exec bash -c -- "$0"`
}

const signs: readonly (readonly [keyof ResourceLimits, RegExp])[] = [
  ['fileBytes', /File too large|file size limit exceeded|EFBIG/i],
  ['temporaryBytes', /No space left on device|ENOSPC/i],
  ['memoryBytes', /Cannot allocate memory|bad_alloc|MemoryError|out of memory|memory exhausted|ENOMEM/i],
  ['processes', /fork: |can't start new thread|Resource temporarily unavailable|EAGAIN/i],
]
const SIGXFSZ = 128 + 25

/** The limit that a command probably hit, judging by its exit and output. */
export function hitLimits(said: string, code: number | undefined, limits: ResourceLimits): readonly string[] {
  if (code === 0) return []
  const hit = signs.filter(([name, sign]) => sign.test(said) || (name === 'fileBytes' && code === SIGXFSZ))
  return hit.map(([name]) => `[The sandbox has a limit that may be the reason: ${resourceLimitText(name, limits)}.]`)
}

/** A limit as readable text. */
export function resourceLimitText(name: keyof ResourceLimits, limits: ResourceLimits): string {
  switch (name) {
    case 'processes':
      return `${limits.processes} processes and threads`
    case 'memoryBytes':
      return `${sizeText(limits.memoryBytes)} of memory`
    case 'fileBytes':
      return `${sizeText(limits.fileBytes)} for one file`
    case 'temporaryBytes':
      return `${sizeText(limits.temporaryBytes)} in /tmp and in the home folder`
  }
}

const sizeText = (bytes: number): string =>
  bytes >= GIGABYTE ? `${(bytes / GIGABYTE).toFixed(1).replace(/\.0$/, '')} GB` : `${Math.ceil(bytes / 1_048_576)} MB`
