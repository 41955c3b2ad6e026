// Records the examples that ship with Convene: `npm run examples`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { examples } from './examples.ts'
import { record } from './record.ts'

const folder = join(import.meta.dirname, '../../../library/src/examples/recorded')
mkdirSync(folder, { recursive: true })
const index = examples.map(({ slug, title, text, goal, run }) => ({
  slug,
  title,
  text,
  goal,
  mode: run.mode,
  team: run.team.name,
}))
writeFileSync(join(folder, 'index.json'), `${JSON.stringify(index, undefined, 2)}\n`)
for (const example of examples) {
  const events = await record(example)
  writeFileSync(join(folder, `${example.slug}.jsonl`), `${events.map((event) => JSON.stringify(event)).join('\n')}\n`)
}
