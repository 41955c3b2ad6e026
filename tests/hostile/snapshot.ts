import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** A folder's contents: for each path its kind, mode, and content or link target. */
export type Snapshot = ReadonlyMap<string, string>

export function snapshotOf(folder: string, leaveOut: RegExp = /^$/): Snapshot {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => !leaveOut.test(name))
  return new Map(names.map((name) => [name, described(join(folder, name))]))
}

/** The paths that are new, gone or changed. */
export function changedPaths(before: Snapshot, after: Snapshot): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path))
}

function described(path: string): string {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return `link ${readlinkSync(path)}`
  if (stat.isDirectory()) return `folder ${stat.mode}`
  if (!stat.isFile()) return 'neither file nor folder'
  return `file ${stat.mode} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`
}
