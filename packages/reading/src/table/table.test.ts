import type { PositionView } from '@convene/domain'
import { expect, test } from 'vitest'
import { positionsOf } from './matrix.ts'
import { seatAloud, tableOf } from './table.ts'

const held = (agent: string, round: number, position: string, more: Partial<PositionView> = {}): PositionView => ({
  agent,
  round,
  position,
  choice: null,
  confidence: 50,
  probabilities: null,
  abstains: false,
  changed: false,
  because: '',
  reason: '',
  flagged: false,
  message: null,
  blind: round === 1,
  ...more,
})

const table = (...positions: readonly PositionView[]) => tableOf(positionsOf(positions))

test('each round has its score, with one side per option', () => {
  const rounds = table(
    held('ada', 1, 'Keep'),
    held('bert', 1, 'Move'),
    held('cleo', 1, 'Keep'),
    held('cleo', 2, 'Move'),
  )?.rounds
  expect(rounds?.map(({ name, score }) => `${name} ${score}`)).toEqual(['Blind 2 : 1', 'Round 2 1 : 2'])
})

test('a seat that says nothing in a round stays where it was, and has not crossed again', () => {
  const rounds = table(
    held('ada', 1, 'Keep'),
    held('bert', 1, 'Move'),
    held('bert', 2, 'Keep'),
    held('ada', 3, 'Keep'),
  )?.rounds
  const bert = rounds?.map(({ seats }) => seats[1])
  expect(bert?.map((seat) => seat?.option?.letter)).toEqual(['B', 'A', 'A'])
  expect(bert?.map((seat) => seat?.from?.option?.letter)).toEqual([undefined, 'B', undefined])
})

test('sides are left and right of the line, and the surer seat is further away', () => {
  const [first] =
    table(
      held('ada', 1, 'Keep', { confidence: 90 }),
      held('bert', 1, 'Move', { confidence: 90 }),
      held('cleo', 1, 'Move', { confidence: 55 }),
    )?.rounds ?? []
  const [ada = 0, bert = 0, cleo = 0] = first?.seats.map(({ x }) => x) ?? []
  expect(ada).toBeLessThan(0.5)
  expect(cleo).toBeGreaterThan(0.5)
  expect(bert).toBeGreaterThan(cleo)
})

test('a confidence beyond 100 or below 0 keeps the face on its side', () => {
  const [first] =
    table(held('ada', 1, 'Keep', { confidence: 900 }), held('bert', 1, 'Move', { confidence: -40 }))?.rounds ?? []
  const [ada = 0, bert = 0] = first?.seats.map(({ x }) => x) ?? []
  expect(ada).toBeGreaterThan(0.2)
  expect(ada).toBeLessThan(0.5)
  expect(bert).toBeGreaterThan(0.5)
})

test('who abstains is on the line and counts for no side', () => {
  const [first] = table(held('ada', 1, 'Keep'), held('bert', 1, '', { abstains: true }))?.rounds ?? []
  expect(first?.seats[1]?.x).toBe(0.5)
  expect(first?.score).toBe('1')
})

test('a seat that joins later is on the line until it speaks, and has not crossed then', () => {
  const rounds = table(held('ada', 1, 'Keep'), held('user', 2, 'Move'))?.rounds
  expect(rounds?.[0]?.seats[1]).toMatchObject({ position: null, x: 0.5 })
  expect(rounds?.[1]?.seats[1]?.from).toBeNull()
})

test('a seat shows how sure it was before only if it stayed and the number changed', () => {
  const rounds = table(
    held('ada', 1, 'Keep', { confidence: 60 }),
    held('bert', 1, 'Move', { confidence: 70 }),
    held('cleo', 1, 'Move', { confidence: 80 }),
    held('ada', 2, 'Keep', { confidence: 75 }),
    held('bert', 2, 'Keep', { confidence: 50 }),
    held('cleo', 2, 'Move', { confidence: 80 }),
  )?.rounds
  expect(rounds?.[1]?.seats.map(({ wasSure }) => wasSure)).toEqual([60, null, null])
})

test('without positions, or with four sides, there is no table', () => {
  expect(table()).toBeNull()
  expect(table(...['Keep', 'Move', 'Wait', 'Sell'].map((position, at) => held(`a${at}`, 1, position)))).toBeNull()
})

test('the sentence for a screen reader says on which side a seat is and was', () => {
  const rounds = table(held('ada', 1, 'Keep'), held('ada', 2, 'Move', { confidence: 73 }))?.rounds
  const [first, second] = rounds ?? []
  expect(first && seatAloud('Ada', first.seats[0] as never)).toBe('Ada: A, Keep, 50 % sure')
  expect(second && seatAloud('Ada', second.seats[0] as never)).toBe('Ada: B, Move, 73 % sure. Was for A before')
})
