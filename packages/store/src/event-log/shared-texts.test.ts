import { sampleRow, sessionNumber, stamped, temporaryFolder, userSays } from '@convene/testkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decompressed } from './compress.ts'
import { openDatabase } from './open-database.ts'
import { joined, KnownTexts, stringAt } from './shared-texts.ts'
import { eventLogIn } from './sqlite-event-log.ts'

const session = sessionNumber(1)
const row = sampleRow()
const ANSWER = 'Green apples keep longer than red ones, because their skin is thicker and their acid is stronger.'
const BRIEF = `## Board\n\n### Panelist A [m1]\n\n${ANSWER}\n\n## Your turn\n\nSay what is new.`

function openLog(path: string) {
  const { database, notices } = openDatabase(path, () => 5_000)
  return { log: eventLogIn(database, { now: () => 5_000, notices }), database }
}

const textsOf = (events: readonly { readonly data: unknown }[]) =>
  events.map(({ data }) => (data as { text?: string }).text)

test('a repeated text reads back unchanged, from the start, from the middle and in a later process', async () => {
  using folder = temporaryFolder()
  const first = openLog(folder.file('log.db'))
  await first.log.append(session, 0, stamped(session, 0, [userSays(ANSWER), userSays(`${ANSWER} `)]), row)
  await first.log.append(session, 2, stamped(session, 2, [userSays(BRIEF)]), row)
  expect(textsOf(await first.log.read(session, 2))).toEqual([BRIEF])
  await first.log.close()
  const { log, database } = openLog(folder.file('log.db'))
  expect(textsOf(await log.read(session))).toEqual([ANSWER, `${ANSWER} `, BRIEF])
  const rows = database.sql('SELECT data FROM appends').all()
  const said = rows.map(({ data }) => decompressed(data as string | Uint8Array).split('Green apples').length - 1)
  expect(said).toEqual([1, 0])
  expect(await log.list({ query: 'apples' })).toHaveLength(1)
  expect((await log.verify()).damaged).toEqual([])
  await log.close()
})

test('damage to the event that has the text ends the session there, even for a reader of the rest only', async () => {
  using folder = temporaryFolder()
  const { log, database } = openLog(folder.file('log.db'))
  await log.append(session, 0, stamped(session, 0, [userSays('Hello.')]), row)
  await log.append(session, 1, stamped(session, 1, [userSays(ANSWER)]), row)
  await log.append(session, 2, stamped(session, 2, [userSays(BRIEF)]), row)
  database.connection.exec(`UPDATE appends SET data = replace(data, 'Green', 'Brown') WHERE seq = 2`)
  expect(await log.read(session, 2)).toEqual([])
  expect(textsOf(await log.read(session))).toEqual(['Hello.'])
  await log.close()
})

test('a refused append is never referred to', async () => {
  using folder = temporaryFolder()
  const { log } = openLog(folder.file('log.db'))
  await log.append(session, 0, stamped(session, 0, [userSays('Hello.')]), row)
  await expect(log.append(session, 7, stamped(session, 7, [userSays(ANSWER)]), row)).rejects.toThrow('is at 1')
  await log.append(session, 1, stamped(session, 1, [userSays(BRIEF)]), row)
  expect(textsOf(await log.read(session))).toEqual(['Hello.', BRIEF])
  await log.close()
})

test('a removed session is not referred to by the next one with its id', async () => {
  using folder = temporaryFolder()
  const { log } = openLog(folder.file('log.db'))
  await log.append(session, 0, stamped(session, 0, [userSays('Hello.'), userSays(ANSWER)]), row)
  await log.remove(session)
  await log.append(session, 0, stamped(session, 0, [userSays(BRIEF)]), row)
  expect(textsOf(await log.read(session))).toEqual([BRIEF])
  await log.close()
})

test('any texts are reassembled, and no part refers to another part', () => {
  const sentence = fc.constantFrom(
    ANSWER,
    'Short.',
    `${ANSWER}🚀`,
    '\ud83d',
    '\n',
    ' ',
    `## Heading ${ANSWER.slice(9)}`,
  )
  const text = fc.array(sentence, { maxLength: 8 }).map((parts) => parts.join(' '))
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
      const known = new KnownTexts()
      const stored = texts.map((one, at) => known.share({ seq: at + 1, path: ['text'], text: one }) ?? [one])
      const literal = stored.map((pieces) => joined(pieces, ([, , , length]) => '\0'.repeat(length)))
      const read = stored.map((pieces) =>
        joined(pieces, ([seq, path, from, length]) =>
          stringAt({ text: literal[seq - 1] ?? '' }, path).slice(from, from + length),
        ),
      )
      expect(read).toEqual(texts)
    }),
    { numRuns: 500, seed: 7 },
  )
})

test('memory is bounded, however much a session says', () => {
  const known = new KnownTexts()
  for (let append = 0; append < 200; append++) {
    const learned = new KnownTexts(known)
    learned.share({ seq: append + 1, path: ['text'], text: `Append ${append}. ${ANSWER.repeat(500)}` })
    known.adopt(learned)
    expect(known.characters).toBeLessThanOrEqual(2_000_000)
  }
})
