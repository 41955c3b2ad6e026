import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Check } from '@convene/host'
import { ownSystem } from '@convene/platform'
import type { Program } from '../program.ts'

const OLDEST_NODE = 24
const OLDEST_SQLITE = '3.51.3'

export function checkNode(): Check {
  const { node } = process.versions
  const isNew = Number.parseInt(node, 10) >= OLDEST_NODE
  const found = `${node} (${ownSystem.name} ${process.arch})`
  if (isNew) return { state: 'good', what: 'Node', found }
  return { state: 'bad', what: 'Node', found, fix: `Install Node ${OLDEST_NODE} or newer.` }
}

export function checkSqlite(): Check {
  const version = process.versions.sqlite ?? 'none'
  const isNew = version.localeCompare(OLDEST_SQLITE, 'en', { numeric: true }) >= 0
  if (isNew) return { state: 'good', what: 'SQLite', found: version }
  const fix = `Needs ${OLDEST_SQLITE} or newer: older versions can damage a database. SQLite comes with Node, so update Node.`
  return { state: 'bad', what: 'SQLite', found: version, fix }
}

/** Git is optional, but worktrees need it and file changes are safer with it. */
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
  if (!out.isTerminal) return { state: 'good', what: 'terminal', found: 'none, printing plain lines' }
  const colours = environment.NO_COLOR
    ? 'no colours (NO_COLOR)'
    : /truecolor|24bit/iu.test(environment.COLORTERM ?? '')
      ? '24-bit colours'
      : '256 colours'
  const found = `${out.columns()} × ${out.rows()}, ${colours}`
  if (out.columns() >= 60) return { state: 'good', what: 'terminal', found }
  return { state: 'note', what: 'terminal', found, fix: 'The live view works best with at least 60 columns.' }
}
