import { describe, expect, test } from 'vitest'
import { answer, inMemory, requestOf, SHOP, user } from './trial.ts'

const about = (heading: string, more = '') =>
  `# ${heading}\n\nWhere are the queries kept?\n\nProposed by the user.\n\n## Goal\n\nMake the shop faster\n\n## Options\n\n1. A cache in memory\n2. Kafka streams${more}\n\n## What is asked\n\nAnswer with these lines.`
const asked = (text: string, name = 'Performance') => answer(inMemory(SHOP), requestOf('/w', name, [user(text)]))

describe('a rehearsed decision', () => {
  test('argues with what the files say about each option', async () => {
    const text = await asked(about('Deliberate'))
    expect(text).toMatch(/^\*Rehearsal: /)
    expect(text).toMatch(/\*\*A cache in memory\*\*: \d+ files? ha(ve|s) its words: `src\/cache\.ts:\d+`/)
    expect(text).toContain('**Kafka streams**: no file has its words')
    expect(text).toContain('**I lean to** A cache in memory.')
  })

  test('votes for the option that most files mention, in the requested format', async () => {
    const text = await asked(about('Vote'))
    expect(text).toMatch(/^VOTE: A cache in memory\nREASON: A rehearsal: its words appear in .+\nCONFIDENCE: 40$/)
  })

  test('says that it draws lots if the files say nothing', async () => {
    const text = await asked(about('Vote').replace('A cache in memory', 'Redis'))
    expect(text).toMatch(
      /^VOTE: (Redis|Kafka streams)\nREASON: A rehearsal: the files favor no option.+\nCONFIDENCE: 10$/,
    )
  })

  test('breaks a tie between the tied options', async () => {
    const votes =
      '\n3. Nothing at all\n\n## Votes\n\n- A cache in memory: 0\n- Kafka streams: 1 (x)\n- Nothing at all: 1'
    expect(await asked(about('Decide', votes))).toMatch(/^DECISION: (Kafka streams|Nothing at all)\nREASON: /)
  })

  test('is the same every time', async () => {
    expect(await asked(about('Vote'), 'Ada')).toBe(await asked(about('Vote'), 'Ada'))
  })
})
