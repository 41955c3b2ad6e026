import { describe, expect, test } from 'vitest'
import { drawModels } from '../team/draw-models.ts'
import { refuseSeatModels, withSeatModels } from './seat-model-choice.ts'
import { seated } from './seat-team.fixture.ts'
import type { SeatingRequest } from './seat-team.ts'

const seats = ['architect', 'security'].map((slug) => ({ agent: { slug, name: slug, model: 'x/own' } as never }))
const isKnownModel = (model: string) => model.startsWith('x/')
const refused = (...seatModels: string[]) => {
  const found = refuseSeatModels({ seatModels, isKnownModel }, seats)
  return found && !found.ok ? found.refusal : undefined
}
const modelsOf = (...seatModels: string[]) =>
  withSeatModels(seats, seatModels).map(({ agent }) => (agent as { model: string }).model)

describe('the model of one seat', () => {
  test('replaces its own, and leaves the others', () => {
    expect(modelsOf('security=x/oak')).toEqual(['x/own', 'x/oak'])
  })

  test('is the last one given, and may contain an equals sign', () => {
    expect(modelsOf('security=x/oak', 'security=x/oak?size=7b')).toEqual(['x/own', 'x/oak?size=7b'])
  })

  test.each(['', '=', 'architect', 'architect=', '=x/oak', ' = '])('is refused if it is written as “%s”', (text) => {
    expect(refused(text)?.code).toBe('bad_seat_model')
  })

  test('is refused for a seat that nobody has, with the nearest name', () => {
    expect(refused('securty=x/oak')).toMatchObject({
      code: 'bad_seat_model',
      message: 'No seat is called "securty". Did you mean "security"?',
    })
    expect(refused('__proto__=x/oak')?.code).toBe('bad_seat_model')
  })

  test('is refused if no provider has it', () => {
    expect(refused('security=y/oak')?.code).toBe('unknown_model')
  })
})

test('a pool gives every vendor a seat before one has two', () => {
  const pool = ['openai/gpt-5', 'openai/gpt-5-mini', 'openai/o3', 'azure/gpt-4o', 'anthropic/claude-x']
  for (let seed = 0; seed < 200; seed++) {
    const drawn = drawModels([undefined, undefined], pool, seed)
    expect(drawn).toContain('anthropic/claude-x')
    const beside = drawModels(['anthropic/claude-y', undefined], pool, seed)
    expect(beside[1]).not.toBe('anthropic/claude-x')
  }
})

test('without a pool, seats whose answers are compared are of different vendors if several are connected', () => {
  const models = (asked: Partial<SeatingRequest>) => seated(asked).team.members.map(({ model }) => model)
  const mix = ['x/one', 'x/two']
  const members = { agents: ['ada', 'bert'], mix }
  expect(models({ ...members, mode: 'broadcast' }).toSorted()).toEqual(mix)
  expect(models({ ...members, mode: 'sequential' })).toEqual(['x/default', 'x/default'])
  expect(models({ ...members, mode: 'broadcast', model: 'x/asked' })).toEqual(['x/asked', 'x/asked'])
  expect(models({ ...members, mode: 'broadcast', mix: ['x/one'] })).toEqual(['x/default', 'x/default'])
  expect(models({ ...members, mode: 'broadcast', seatModels: ['bert=x/mine'] })).toContain('x/mine')
})
