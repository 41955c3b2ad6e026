import { posix, win32 } from 'node:path'

/** What differs between operating systems. Code outside this package reads it here, so tests can check all of them. */
export type System = {
  /** As Node names it: `linux`, `darwin`, `win32`. */
  readonly name: string
  /** `/proc` shows the memory and environment of other processes. */
  readonly hasProc: boolean
  /** `/proc`, `/sys` and `/dev` contain devices and switches instead of files. */
  readonly hasVirtualFolders: boolean
  /** A file's mode says who may read it. */
  readonly hasModes: boolean
  /** A file can be renamed while a program has it open. */
  readonly movesOpenFiles: boolean
  readonly path: typeof posix
  /** How the name of an installed program can end, in the order they are tried. */
  readonly programEnds: readonly [string, ...string[]]
}

const unix = {
  hasProc: false,
  hasVirtualFolders: true,
  hasModes: true,
  movesOpenFiles: true,
  path: posix,
  programEnds: [''],
} as const

const windows = {
  hasProc: false,
  hasVirtualFolders: false,
  hasModes: false,
  movesOpenFiles: false,
  path: win32,
  programEnds: ['.exe', '.cmd', '.bat'],
} as const

/** Every system but Windows is treated as a Unix, and only Linux has a `/proc` that we can read. */
export const systemOf = (name: string): System =>
  name === 'win32' ? { name, ...windows } : { name, ...unix, hasProc: name === 'linux' }

/** The system we run on. */
export const ownSystem: System = systemOf(process.platform)
