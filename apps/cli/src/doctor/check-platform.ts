import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Program } from '../program.ts'
import type { Check } from './check.ts'

const OLDEST_NODE = 24
const OLDEST_SQLITE = '3.51.3'

export function checkNode(): Check {
  const { node } = process.versions
  const isNew = Number.parseInt(node, 10) >= OLDEST_NODE
  const found = `${node} (${process.platform} ${process.arch})`
  if (isNew) return { state: 'good', what: 'Node', found }
  return { state: 'bad', what: 'Node', found, fix: `Install Node ${OLDEST_NODE} or newer.` }
}

export function checkSqlite(): Check {
  const version = process.versions.sqlite ?? 'none'
  const isNew = version.localeCompare(OLDEST_SQLITE, 'en', { numeric: true }) >= 0
  if (isNew) return { state: 'good', what: 'SQLite', found: version }
  const fix = `${OLDEST_SQLITE} or later is needed: older ones can damage a database. Update Node, SQLite comes with it.`
  return { state: 'bad', what: 'SQLite', found: version, fix }
}

/** Git is not needed, but a team's work on files is safer with it, and worktrees are made by it. */
export async function checkGit(): Promise<Check> {
  try {
    const { stdout } = await promisify(execFile)('git', ['--version'], { timeout: 5_000 })
    return { state: 'good', what: 'git', found: stdout.trim().replace(/^git version /u, '') }
  } catch {
    return { state: 'note', what: 'git', found: 'not found', fix: 'Install git to see and undo what agents change.' }
  }
}

export function checkTerminal({ terminal, environment }: Program): Check {
  const { out } = terminal
  if (!out.isTerminal) return { state: 'good', what: 'terminal', found: 'none: plain lines are printed' }
  const colours = environment.NO_COLOR
    ? 'no colours (NO_COLOR)'
    : /truecolor|24bit/iu.test(environment.COLORTERM ?? '')
      ? '24-bit colours'
      : '256 colours'
  const found = `${out.columns()} × ${out.rows()}, ${colours}`
  if (out.columns() >= 60) return { state: 'good', what: 'terminal', found }
  return { state: 'note', what: 'terminal', found, fix: 'The live view reads better from 60 columns on.' }
}
