import type { Event } from '@convene/domain'
import { answerParts as answers, askOf, panelOf, SimulatedSession } from '@convene/testkit'
import { expect, test } from 'vitest'

const lines: { readonly [heading: string]: string } = {
  Clarify: 'CLEAR: yes.',
  Topic: 'Whether to ship.',
  Contribute: 'So.\nPOSITION: Wait\nCONFIDENCE: 90',
  Options: '- Wait\n- Ship',
  'Final position': 'POSITION: Wait\nCONFIDENCE: 90\nVOTE: Wait\nREASON: so',
  Synthesize: '## Executive Summary\n\n- Wait [m4]',
}

const isOld = ({ type }: Pick<Event, 'type'>): boolean => type !== 'protocol.chosen' && type !== 'options.drawn'

test('a log from before protocols existed is a discussion, and is resumed as one', async () => {
  const stage = new SimulatedSession({
    model: (request) => [50, ...answers(lines[askOf(request).heading] ?? 'Well.')],
    domain: (domain) => ({
      ...domain,
      absorb: (...given) => domain.absorb(...given).filter(isOld),
      next: (session) => {
        const step = domain.next(session)
        return { ...step, record: step.record.filter(isOld) }
      },
    }),
  })
  const run = panelOf()
  await stage.create({ ...run, settings: { ...run.settings, mode: {} } }, 'Should we ship or wait?')
  await stage.play(120)
  await stage.restart()
  await stage.untilRest()
  expect(stage.world.violations).toEqual([])
  expect(stage.requests.filter((request) => askOf(request).heading === 'Final position')).toHaveLength(3)
  expect(stage.events.find(({ type }) => type === 'run.finished')?.data).toMatchObject({
    state: 'completed',
    reason: 'limit:turns',
  })
  expect(stage.events.find(({ type }) => type === 'decision.committed')?.data).toMatchObject({
    option: 'Wait',
    how: 'majority',
  })
})
