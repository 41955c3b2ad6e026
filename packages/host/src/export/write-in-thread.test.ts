import type { Event, SessionId } from '@convene/domain'
import { expect, test } from 'vitest'
import { writeExport } from './write-export.ts'
import { writeInThread } from './write-in-thread.ts'

const session = '01M0000000000000000000000A' as SessionId
const message = (at: number, text: string) =>
  ({
    ...{ session, seq: at, batch: at, type: 'message', v: 1, at, id: `m${at}` },
    data: { author: 'ada', role: 'member', kind: 'answer', text },
  }) as unknown as Event

test('the thread gets every part of a session, and removes its secrets', async () => {
  const said = Array.from({ length: 450 }, (_, index) => message(index + 1, `Word ${index}.`))
  const events = [...said, message(451, 'The password is hunter2x, and hunter2x again. Also plain-key-1.')]
  const exported = { session, format: 'json', events, secrets: { ACME_API_KEY: 'plain-key-1' } } as const
  const { text } = await writeInThread(exported)
  expect(text).toBe(writeExport(exported).text)
  expect(text).toContain('Word 449.')
  expect(text).not.toMatch(/hunter2x|plain-key-1/)
})
