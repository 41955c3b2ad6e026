import type { DoctorCheck } from '@convene/host'
import { ownSystem } from '@convene/platform'

const OLDEST_NODE = 24
const OLDEST_SQLITE = '3.51.3'

export function checkNode(): DoctorCheck {
  const { node } = process.versions
  const isNew = Number.parseInt(node, 10) >= OLDEST_NODE
  const found = `${node} (${ownSystem.name} ${process.arch})`
  if (isNew) return { state: 'good', what: 'Node', found }
  return { state: 'bad', what: 'Node', found, fix: `Install Node ${OLDEST_NODE} or newer.` }
}

export function checkSqlite(): DoctorCheck {
  const version = process.versions.sqlite ?? 'none'
  const isNew = version.localeCompare(OLDEST_SQLITE, 'en', { numeric: true }) >= 0
  if (isNew) return { state: 'good', what: 'SQLite', found: version }
  const fix = `Needs ${OLDEST_SQLITE} or newer: older versions can damage a database. SQLite comes with Node, so update Node.`
  return { state: 'bad', what: 'SQLite', found: version, fix }
}
