import { expect, test } from 'vitest'
import { readPresets } from './read-presets.ts'

const modelFor = (written: string) => (written === 'claude-opus-4.6' ? 'anthropic/claude-opus-4-6' : undefined)

test('the presets of PolyPilot become teams with their prompts, models, contexts and modes', () => {
  const presets = [
    {
      ...{
        Name: 'Code Review Team',
        Description: 'Reviews code',
        Emoji: '🔍',
        Mode: 3,
        OrchestratorModel: 'claude-opus-4.6',
      },
      WorkerModels: ['claude-opus-4.6', 'gpt-99'],
      WorkerSystemPrompts: ['You are a security auditor.', null],
      ...{ SharedContext: 'Be kind.', RoutingContext: 'Auth goes to worker 1.', IsUserDefined: true },
    },
    { name: 'Voices', mode: 'Broadcast', orchestratorModel: 'gpt-99', workerModels: ['claude-opus-4.6'] },
  ]
  const read = readPresets('presets.json', JSON.stringify(presets), { modelFor })
  expect(read?.teams).toMatchObject([
    {
      ...{ name: 'Code Review Team', slug: 'code-review-team', mode: 'reflect', sharedContext: 'Be kind.' },
      lead: { agent: 'orchestrator', model: 'anthropic/claude-opus-4-6' },
      members: [
        { agent: { slug: 'worker-1', prompt: 'You are a security auditor.' }, model: 'anthropic/claude-opus-4-6' },
        { agent: 'worker', name: 'Worker 2' },
      ],
    },
    { slug: 'voices', mode: 'broadcast', members: [{ agent: 'worker' }] },
  ])
  expect(read?.problems.map(({ message }) => message)).toContain(
    'Code Review Team: the model gpt-99 is not available, so yours is used.',
  )
})

test('one preset without workers or a name does not cost the others', () => {
  const presets = [{ Name: 'Empty' }, { WorkerModels: ['x'] }, 7, { Name: 'Duo', WorkerModels: ['claude-opus-4.6'] }]
  const read = readPresets('presets.json', JSON.stringify(presets), { modelFor })
  expect(read?.teams.map(({ slug }) => slug)).toEqual(['duo'])
  const told = read?.problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)
  expect(told).toEqual([
    'Empty: a preset has Name and WorkerModels.',
    'preset 2: a preset has Name and WorkerModels.',
    'preset 3: a preset has Name and WorkerModels.',
  ])
})

test('any other file is no list of presets', () => {
  for (const other of ['{"name":"x","members":["ada"]}', '[]', '[{"Name":"x"}]', 'not json', '{}'])
    expect(readPresets('team.json', other)).toBeUndefined()
})
