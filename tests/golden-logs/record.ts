// Records logs of the version in work: `npm run golden-logs -- NAME…`, or `all`. Released logs stay as they are.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toWire } from '@convene/domain'
import { checksumOf, eventsIn, outcomeOf } from './outcome.ts'
import { stories } from './stories.ts'

const changelog = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8')
const [, version] = /^## \[([^\]]+)\] – unreleased$/mu.exec(changelog) ?? []
if (!version) throw new Error('CHANGELOG.md has no unreleased version, and the logs of released ones never change.')

const wanted = process.argv.slice(2)
const names = wanted.includes('all') ? Object.keys(stories) : wanted
if (names.length === 0) process.stdout.write(`Name what to record, or all: ${Object.keys(stories).join(', ')}\n`)

const folder = join(import.meta.dirname, 'logs', version)
mkdirSync(folder, { recursive: true })
for (const name of names) {
  const story = stories[name]
  if (!story) throw new Error(`There is no story ${name} in stories.ts.`)
  const stage = await story()
  const log = `${stage.events.map((event) => JSON.stringify(toWire(event))).join('\n')}\n`
  const expected = { sha256: checksumOf(log), ...outcomeOf(eventsIn(log)) }
  writeFileSync(join(folder, `${name}.jsonl`), log)
  writeFileSync(join(folder, `${name}.expected.json`), `${JSON.stringify(expected, undefined, 2)}\n`)
  process.stdout.write(`${version}/${name}: ${expected.phase}, ${stage.events.length} events\n`)
}
