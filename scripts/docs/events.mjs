import { facts, versionOf } from '@convene/domain'
import { meanings, shapes } from './event-meanings.mjs'
import { code, list, page, paragraph, table } from './page.mjs'
import { fieldsOf, typeText } from './shape.mjs'

const names = new Map(Object.entries(shapes).map(([name, [schema]]) => [schema, name]))

/** Every event type with its version and the fields of its data. */
export function events() {
  const types = Object.keys(facts)
  assertSame(types, Object.keys(meanings))
  return page('Events', '`packages/domain/src/event/facts.ts`', [
    paragraph(
      'A session is a log of events. Each is stored before anyone sees it, and never changed. `convene sessions show <session> --json` prints them, one a line; `convene run --json` prints them as they come.',
    ),
    '## Envelope',
    envelope(),
    paragraph(
      '`delta` lines (with `--json --deltas`) are live text of a call that is not over yet: they have no `seq` and are never stored.',
    ),
    '## Types',
    table(
      ['type', 'version', 'says'],
      types.map((type) => [`[${code(type)}](#${anchor(type)})`, versionOf(type), meanings[type]]),
    ),
    ...types.map(section),
    '## Shapes',
    'Values that several events share.',
    ...Object.entries(shapes).map(shape),
  ])
}

function assertSame(types, described) {
  const missing = types.filter((type) => !described.includes(type))
  const gone = described.filter((type) => !types.includes(type))
  if (missing.length + gone.length > 0)
    throw new Error(
      `scripts/docs/event-meanings.mjs: add ${missing.join(', ') || 'nothing'}; remove ${gone.join(', ') || 'nothing'}`,
    )
}

const anchor = (type) => type.replaceAll('.', '')

function envelope() {
  return table(
    ['field', 'type', 'says'],
    [
      ['`v`', 'whole number', 'version of the type; older ones are brought up to date when they are read'],
      ['`seq`', 'whole number', 'counts from 1 in each session, without gaps'],
      ['`batch`', 'whole number', '`seq` of the first event of the append that this one came in'],
      ['`id`', 'MessageId', 'messages only'],
      ['`session`, `run`', 'ULID', '`run` where one has begun'],
      ['`type`', 'text', 'one of those below'],
      ['`at`', 'time', 'ISO 8601, UTC'],
      ['`agent`, `task`, `parent`', 'text', 'whose it is, where that applies'],
      ['`data`', 'object', 'the fields below'],
    ],
  )
}

function section(type) {
  return [`### ${type}`, meanings[type], fieldTable(schemaOf(facts[type]))]
}

function shape([name, [own, meaning]]) {
  const schema = schemaOf(own, name)
  const parts = [`### ${name}`, paragraph(meaning)]
  if (schema.properties) return [...parts, fieldTable(schema)]
  const isSpelled = schema.enum || (schema.anyOf && name !== 'Json')
  return isSpelled ? [...parts, list((schema.anyOf ?? [schema]).map(typeText))] : parts
}

function fieldTable(schema) {
  const rows = fieldsOf(schema).map(({ path, field, isRequired }) => [
    code(path),
    field.properties && !field.title ? 'object' : linked(typeText(field)),
    isRequired ? 'yes' : field.default === undefined ? 'no' : `no (${code(JSON.stringify(field.default))})`,
  ])
  return rows.length === 0 ? paragraph('It has no data.') : table(['field', 'type', 'always there'], rows)
}

const linked = (text) =>
  text.replace(/\b[A-Z]\w+\b/g, (word) => (word in shapes ? `[${word}](#${word.toLowerCase()})` : word))

/** The schema of a value's data, in which shapes with a name are named and not spelled out. */
function schemaOf(zodSchema, own) {
  return zodSchema.toJSONSchema({
    io: 'input',
    override: ({ zodSchema: part, jsonSchema }) => {
      const name = names.get(part)
      if (!name || name === own) return
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
      jsonSchema.title = name
    },
  })
}
