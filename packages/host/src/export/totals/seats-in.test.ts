import type { Event } from '@convene/domain'
import { expect, test } from 'vitest'
import { seatsIn } from './seats-in.ts'

const started = (...members: readonly (readonly [string, string])[]): Event =>
  ({
    type: 'run.started',
    data: { team: { members: members.map(([slug, name]) => ({ slug, name })) } },
  }) as unknown as Event

test('agents of an earlier run keep their names, and the newest name wins', () => {
  const { slugs, nameOf } = seatsIn([
    started(['architect', 'Architect'], ['coder', 'Coder']),
    started(['coder', 'Builder']),
  ])
  expect(slugs).toEqual(['architect', 'coder'])
  expect(['architect', 'coder', 'user', 'nobody'].map(nameOf)).toEqual(['Architect', 'Builder', 'You', 'nobody'])
})
