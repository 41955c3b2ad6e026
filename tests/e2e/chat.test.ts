import { stripVTControlCharacters } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hasTerminals, newPlace, type OnTerminal, type Place } from './launch.ts'

let place: Place
beforeEach(() => {
  place = newPlace()
})
afterEach(() => place.remove())

const GOAL = 'Tell me what the notes say.'
const plainly = (text: string) => stripVTControlCharacters(text).replaceAll(/\s+/gu, ' ')

/** Types a line as a person does: the text, and then Enter. */
const enters = (person: OnTerminal, line: string) => {
  person.types(line)
  person.types('\r')
}

const sessions = async (): Promise<readonly { id: string; phase: string }[]> =>
  JSON.parse((await place.convene('sessions', '--json')).stdout)

test('without a terminal it refuses and names what to use instead', async () => {
  const { code, stderr } = await place.convene('chat', GOAL)
  expect([code, stderr]).toEqual([2, expect.stringContaining('convene run')])
  expect(await sessions()).toEqual([])
})

describe.skipIf(!hasTerminals)('a chat', () => {
  test('takes a goal, shows its result, answers a follow-up, shows the result again, and leaves', async () => {
    const person = place.onTerminal('chat')
    await person.says('goal ›')
    enters(person, GOAL)
    await person.says('follow-up ›')
    enters(person, 'Who writes to the queue?')
    await person.says('Asked “Who writes to the queue?”')
    await person.says('/run GOAL')
    enters(person, '/result')
    await person.says('› /result')
    enters(person, '/quit')
    const { code, stdout } = await person.ended
    const [session] = await sessions()
    expect(code).toBe(0)
    expect(plainly(stdout)).toContain('To choose yourself, begin with /panel')
    expect(stdout).toContain(`convene chat ${session?.id.slice(-8)}`)
    expect(await sessions()).toHaveLength(1)
  })
})
