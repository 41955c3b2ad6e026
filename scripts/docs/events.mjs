import { facts, versionOf } from '@convene/domain'
import { meanings, shapes } from './event-meanings.mjs'
import { code, list, page, paragraph, table } from './page.mjs'
import { fieldsOf, typeText } from './shape.mjs'

const names = new Map(Object.entries(shapes).map(([name, [schema]]) => [schema, name]))

/** Every event type with its version and data fields. */
export function events() {
  const types = Object.keys(facts)
  assertSame(types, Object.keys(meanings))
  return page('Events', '`packages/domain/src/event`', [
    paragraph(
      'A session is a log of events. Each event is stored before it is shown, and never changed. `convene sessions show <session> --json` prints them, one per line. `convene run --json` prints them as they happen.',
    ),
    '## Envelope',
    envelope(),
    paragraph(
      '`delta` lines (with `--json --deltas`) are live text from a call in progress. They have no `seq` and are never stored.',
    ),
    '## Types',
    table(
      ['type', 'version', 'meaning'],
      types.map((type) => [`[${code(type)}](#${anchor(type)})`, versionOf(type), meanings[type]]),
    ),
    ...types.map(section),
    '## Shapes',
    'Types that several events use.',
    ...Object.entries(shapes).map(shape),
  ])
}

function assertSame(types, described) {
  const missing = types.filter((type) => !described.includes(type))
  const gone = described.filter((type) => !types.includes(type))
  if (missing.length + gone.length > 0)
    throw new Error(
      `Update scripts/docs/event-meanings.mjs. Missing: ${missing.join(', ') || 'none'}. Obsolete: ${gone.join(', ') || 'none'}.`,
    )
}

const anchor = (type) => type.replaceAll('.', '')

function envelope() {
  return table(
    ['field', 'type', 'meaning'],
    [
      ['`v`', 'whole number', 'version of the type; older versions are upgraded when read'],
      ['`seq`', 'whole number', 'counts up from 1 in each session, without gaps'],
      ['`batch`', 'whole number', '`seq` of the first event in the same append'],
      ['`id`', 'MessageId', 'messages only'],
      ['`session`, `run`', 'ULID', '`run` only once a run has started'],
      ['`type`', 'text', 'one of the types below'],
      ['`at`', 'time', 'ISO 8601, UTC'],
      ['`agent`, `task`, `parent`', 'text', 'who or what the event belongs to, if that applies'],
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
  return rows.length === 0 ? paragraph('No data.') : table(['field', 'type', 'required'], rows)
}

const linked = (text) =>
  text.replace(/\b[A-Z]\w+\b/g, (word) => (word in shapes ? `[${word}](#${word.toLowerCase()})` : word))

/** The JSON Schema of a value. Named shapes are referenced by name instead of inlined. */
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
