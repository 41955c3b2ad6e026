import { describe, expect, test } from 'vitest'
import { readChoice, readProbabilities } from './vote.ts'

const options = ['Keep Redis', 'Move to Postgres', 'A new cache', 'Elastic']

describe('a vote', () => {
  test.each([
    ['B', 1],
    ['b.', 1],
    ['**B**', 1],
    ['(B)', 1],
    ['Option B', 1],
    ['B: Move to Postgres', 1],
    ['B because it is one store less', 1],
    ['B (Move to Postgres)', 1],
    ['2', 1],
    ['move to postgres', 1],
    ['A new cache', 2],
    ['something else: keep redis.', 0],
  ])('for %j is for option %i', (said, place) =>
    expect(readChoice(`VOTE: ${said}`, options)).toEqual({ kind: 'option', place }),
  )

  test.each([
    'Final answer: B',
    'My final answer: **B**',
    '**Final answer:** B – one store less',
    'My choice is B.',
    'I choose option B because it is one store less.',
    'So I go with Move to Postgres, since it is one store less.',
    'The final choice is (B)',
    'My answer is B\n\nOn second thought, no: it stays.\n\nMy answer is B.',
  ])('is read in common words if no line has the form: %j', (said) => {
    expect(readChoice(`Two stores are one too many.\n\n${said}`, options)).toEqual({ kind: 'option', place: 1 })
    expect(readChoice(`${said}\nVOTE: A`, options)).toEqual({ kind: 'option', place: 0 })
  })

  test.each([
    'I would choose B if it were faster.',
    'I choose B if it is faster.',
    'I pick Move to Postgres as an example.',
    'I choose not to vote.',
    'I choose between A and B.',
    'I choose B over A',
    'My answer is long. B is one part of it.',
    'My choice is neither Keep Redis nor Move to Postgres.',
    'The other wrote: Final answer: B',
    '> Final answer: B\n\nThat is what the other says.',
    'My answer is no.',
    'Is my answer B?',
    'Final answer: B?',
  ])('is not read from %j', (said) => expect(readChoice(said, options)).toBeUndefined())

  test.each([
    ['E'],
    ['Z.'],
    ['9'],
    ['A or B'],
    ['neither'],
    ['something else'],
    ['something else: …'],
    ['something else: something else'],
    ['other: \u3164'],
    ['<letter>'],
    ['?'],
  ])('for %j does not match any option', (said) => expect(readChoice(`VOTE: ${said}`, options)).toBeUndefined())

  test('for a letter means the option with that letter, even if another option has it as its text', () => {
    expect(readChoice('VOTE: B', ['Keep', 'Migrate', 'B'])).toEqual({ kind: 'option', place: 1 })
    expect(readChoice('VOTE: b.', ['B', 'A'])).toEqual({ kind: 'option', place: 1 })
  })

  test.each(['B', '(b)', '2', 'option C', '"A"'])('for something else called %j is not accepted', (name) =>
    expect(readChoice(`VOTE: something else: ${name}`, options)).toBeUndefined(),
  )

  test.each(['A -> 70, B -> 30', 'A => 70\nB => 30', '**A** ⇒ 70 %, **B** ⇒ 30 %', '1 -> 70, 2 -> 30'])(
    'with arrows, %j, has its probabilities',
    (said) => expect(readProbabilities(`PROBABILITIES -> ${said}`, 2)).toEqual({ ok: true, value: [70, 30] }),
  )

  test.each(['A -5, B 105', 'A 1e309, B 99', 'A 1000, B 100', 'A NaN, B 100', 'A: -1, B: 100'])(
    'with %j has no probabilities',
    (said) => expect(readProbabilities(`PROBABILITIES: ${said}`, 2)).toMatchObject({ ok: false }),
  )

  test('for something else names it in the vote or as the position', () => {
    expect(readChoice('VOTE: something else: Signed cookies', options)).toEqual({ kind: 'new', text: 'Signed cookies' })
    expect(readChoice('POSITION: Signed cookies\nVOTE: something else', options)).toEqual({
      kind: 'new',
      text: 'Signed cookies',
    })
    const long = readChoice(`VOTE: other: ${'x'.repeat(5_000)}`, options)
    expect(long?.kind === 'new' && long.text.length).toBe(300)
  })

  test('can be an abstention, and needs its own line', () => {
    expect(readChoice('VOTE: abstain', options)).toEqual({ kind: 'abstain' })
    expect(readChoice('I like B.', options)).toBeUndefined()
  })

  test.each(['ABSTAIN', '**Abstain**', 'I abstain.', 'I abstain, because I know neither.', 'I must abstain'])(
    'is an abstention if a line says %j without a mark',
    (line) => expect(readChoice(`I know neither of them.\n${line}`, options)).toEqual({ kind: 'abstain' }),
  )

  test.each([
    'Abstain from caching in tests.',
    'We abstain from nothing.',
    '> ABSTAIN\n\nsaid Ada',
    'ABSTAIN\nVOTE: B',
  ])('is no abstention if the line is %j', (line) =>
    expect(readChoice(`So.\n${line}`, options)).not.toEqual({ kind: 'abstain' }),
  )
})

describe('probabilities', () => {
  const read = (line: string, count = 2) =>
    readProbabilities(`VOTE: A\nPROBABILITIES: ${line}\nREASON: of m3 and b 5`, count)

  test.each([
    ['A 70, B 30', [70, 30]],
    ['A: 70 %, B: 30 %', [70, 30]],
    ['A=0.7 B=0.3', [70, 30]],
    ['**A** 70, **B** 30', [70, 30]],
    ['A (70%), B (30%)', [70, 30]],
    ['\n- A: 70\n- B: 30', [70, 30]],
    ['B 100', [0, 100]],
    ['A 72, B 33', [68.6, 31.4]],
    ['A 60, B 20, something else 20', [60, 20]],
    ['a 70, b 30', [70, 30]],
    ['1=34 2=66', [34, 66]],
    ['1: 0.34, 2: 0.66', [34, 66]],
  ])('%j are %j', (line, value) => expect(read(line)).toEqual({ ok: true, value }))

  test.each([['A 70, B 70'], ['A 20'], ['A 70, E 30'], ['A high, B low'], ['A 0, B 0'], ['A <n>, B <n>']])(
    'are not made up from %j',
    (line) => expect(read(line)?.ok ?? false).toBe(false),
  )

  test.each([
    ['70, 30', 'It does not say which option each number is for.'],
    ['high, low', 'It gives no numbers.'],
    ['0=34, 1=66', 'There is no option 0.'],
  ])('that cannot be read from %j say why', (line, why) => expect(read(line)).toEqual({ ok: false, why }))

  test('can be JSON, and are missing if none were given', () => {
    expect(readProbabilities('```json\n{"vote": "A", "probabilities": {"A": 70, "B": 30}}\n```', 2)).toEqual({
      ok: true,
      value: [70, 30],
    })
    expect(readProbabilities('VOTE: A', 2)).toBeUndefined()
  })

  test('for something else belong to the option it becomes', () => {
    expect(readProbabilities('PROBABILITIES: A 10, B 10, something else 80', 3, true)).toEqual({
      ok: true,
      value: [10, 10, 80],
    })
  })
})

describe('a vote in other words', () => {
  const two = ['Use Postgres', 'Use SQLite']

  test.for([
    ['VOTE: Postgres', 0],
    ['VOTE: postgres.', 0],
    ['VOTE: **SQLite**', 1],
    ['**VOTE: B** – it grows', 1],
    ['VOTE: `A` because it grows', 0],
  ] as const)('%j is for the option it names', ([text, place]) =>
    expect(readChoice(text, two)).toEqual({ kind: 'option', place }),
  )

  test.for([['VOTE: Use'], ['VOTE: not Postgres'], ['VOTE: Postgres or SQLite'], ['VOTE: use it']])(
    '%j names none of them',
    ([text = '']) => expect(readChoice(text, two)).toBeUndefined(),
  )

  test('does not name an option that says the opposite', () => {
    expect(readChoice('VOTE: wait', ['Ship now', 'Do not wait'])).toBeUndefined()
  })
})

describe('a vote that seems to be for something else', () => {
  test.each([
    'Keep Redis\u3164',
    'Keep\u2800Redis',
    'Keep Re\u034fdis',
    'Keep Redis\ufe0f',
    'Ｋeep Redis',
    'Keep\u001b[8m Redis',
  ])('is for the option that %j looks like', (said) => {
    expect(readChoice(`VOTE: ${said}`, options)).toEqual({ kind: 'option', place: 0 })
    expect(readChoice(`VOTE: something else: ${said}`, options)).toEqual({ kind: 'option', place: 0 })
  })

  test('is for the option that is called something else', () =>
    expect(readChoice('VOTE: None of these', ['Ship', 'Wait', 'None of these'])).toEqual({ kind: 'option', place: 2 }))

  test('abstains if abstaining is the something else', () =>
    expect(readChoice('VOTE: something else: Abstain.', options)).toEqual({ kind: 'abstain' }))
})
