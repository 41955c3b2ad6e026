import { answerParts as answers, askOf, type Play, panelOf, Stage } from '@convene/testkit'
import { expect, test } from 'vitest'

type Lines = { readonly [heading: string]: string | ((agent: string, ask: string) => string) }

const usual: Lines = {
  Clarify: 'CLEAR: yes.',
  Topic: 'Whether to ship.',
  Contribute: (agent) => `So.\nPOSITION: ${agent === 'ada' ? 'Wait' : 'Ship'}\nCONFIDENCE: 60`,
  'Converged?': 'CONVERGED: yes.',
  Options: '- The plan of ADA\n- Ship',
  'Final position': 'POSITION: Wait\nCONFIDENCE: 60\nVOTE: 1\nREASON: so',
  Synthesize: '## Executive Summary\n\n- Wait [m4]',
}

async function played(script: Lines, choice: Parameters<typeof panelOf>[0] = {}): Promise<Stage> {
  const model: Play = (request) => {
    const { heading, text } = askOf(request)
    const line = { ...usual, ...script }[heading] ?? 'Well.'
    return [20, ...answers(typeof line === 'string' ? line : line(request.agent, text))]
  }
  const stage = new Stage({ model })
  await stage.create(panelOf(choice))
  await stage.untilRest()
  expect(stage.world.violations).toEqual([])
  return stage
}

const facts = (stage: Stage, type: string) =>
  stage.events.filter((event) => event.type === type).map(({ data }) => data)
const asksOf = (stage: Stage, heading: string) =>
  stage.requests
    .filter((request) => askOf(request).heading === heading)
    .map((request) => ({ agent: request.agent, text: askOf(request).text }))

test('an option that names somebody is shown under its alias, and counted under its name', async () => {
  const stage = await played({
    'Final position': (_agent, ask) => `POSITION: x\nCONFIDENCE: 60\nVOTE: ${/^1\. (.+)$/m.exec(ask)?.[1]}\nREASON: so`,
  })
  for (const { text } of asksOf(stage, 'Final position')) {
    expect(text).toMatch(/^1\. The plan of Panelist [A-C]$/m)
    expect(text).not.toContain('ADA')
  }
  expect(facts(stage, 'decision.committed')).toMatchObject([
    { option: 'The plan of ADA', votes: { 'The plan of ADA': 3 } },
  ])
})

test('a final position that matches a prohibited pattern is no position and no ballot, and the Head never reads it', async () => {
  const stage = await played(
    {
      'Final position': (agent) =>
        `POSITION: Wait\nCONFIDENCE: 60\nVOTE: 1\nREASON: ${agent === 'bert' ? 'the swordfish of bert' : 'so'}`,
    },
    { limits: { prohibitedPatterns: ['swordfish'] } },
  )
  expect(facts(stage, 'moderation')).toContainEqual(
    expect.objectContaining({ action: 'blocked', rule: 'prohibited_pattern' }),
  )
  expect(facts(stage, 'decision.committed')).toMatchObject([{ votes: { 'The plan of ADA': 2 } }])
  for (const { lines } of stage.requests) expect(JSON.stringify(lines)).not.toContain('swordfish')
})

test('every panelist is told once what the others call it', async () => {
  const stage = await played({})
  const aliases = ['ada', 'bert', 'cleo'].map((slug) => {
    const told = asksOf(stage, 'Contribute').filter(
      ({ agent, text }) => agent === slug && text.includes('The others know you as'),
    )
    expect(told).toHaveLength(1)
    return /know you as (Panelist [A-C])/.exec(told[0]?.text ?? '')?.[1]
  })
  expect(aliases.toSorted()).toEqual(['Panelist A', 'Panelist B', 'Panelist C'])
})

test('a model that is only one seat’s does not make a warning; one that is everybody’s does', async () => {
  const codes = (stage: Stage) => facts(stage, 'warning').map((data) => (data as { code: string }).code)
  expect(codes(await played({}))).toContain('same_model')
  const run = panelOf()
  const [first, ...others] = run.team.members
  const stage = new Stage({ model: (request) => answers(String(usual[askOf(request).heading] ?? 'CLEAR: yes.')) })
  const models = { ...run.settings.models, 'beta/two': { price: { input: 1, output: 2 }, context: null } }
  const members = first ? [{ ...first, model: 'beta/two' }, ...others] : others
  await stage.create({ ...run, settings: { ...run.settings, models }, team: { ...run.team, members } })
  await stage.untilRest()
  expect(codes(stage)).not.toContain('same_model')
})
