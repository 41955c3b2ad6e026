import type { Json } from '@convene/domain'
import { expect, test } from 'vitest'
import { readOpenFork } from './openfork.ts'

const settings = {
  Logging: { LogLevel: { Default: 'Information' } },
  Agents: {
    DefaultAgentSlug: 'coder',
    GlobalPromptVariables: { project_name: 'MyProject', project_type: 'dotnet' },
    Custom: [
      {
        Name: 'Custom Coder',
        Slug: 'custom-coder',
        Description: 'Project-specific coding assistant',
        Category: 'Primary',
        ProviderId: 'openai',
        ModelId: 'gpt-4o',
        SystemPrompt: 'You are a .NET specialist in {{project_name}}.',
        PromptVariables: { project_type: 'library' },
        CanSpawnSubagents: true,
        MaxIterations: 40,
        Timeout: '00:05:00',
        Tools: { Mode: 'AllExcept', ToolList: [] },
        IconEmoji: '🔧',
        Color: '#8B5CF6',
      },
    ],
  },
}

test('the agents of an appsettings.json are imported, with the variables for all agents', () => {
  expect(readOpenFork('appsettings.json', settings)).toMatchObject({
    problems: [],
    agents: [
      {
        ...{ name: 'Custom Coder', slug: 'custom-coder', model: 'openai/gpt-4o', category: 'primary' },
        ...{ variables: { project_name: 'MyProject', project_type: 'library' }, spawns: ['*'], maxIterations: 40 },
        ...{ timeout: 5, tools: 'all', icon: '🔧', color: '#8B5CF6' },
      },
    ],
  })
})

test('a list of AgentProfiles is imported, and one without a prompt is named', () => {
  const profile = {
    Id: 'x',
    Name: 'Old Hand',
    SystemPrompt: 'You know it all.',
    ProviderKey: 'OpenAI',
    Model: 'gpt-5',
    MaxIterations: 9,
  }
  expect(readOpenFork('profiles.json', [profile, { ...profile, Name: 'Mute', SystemPrompt: '' }])).toMatchObject({
    agents: [{ slug: 'old-hand', model: 'openai/gpt-5', maxIterations: 9 }],
    problems: [{ severity: 'error', message: expect.stringContaining('Mute: prompt') }],
  })
})

test.each<{ readonly [key: string]: null | string }>([{ Name: 'Mute' }, { Name: 'Mute', SystemPrompt: null }])(
  'one AgentProfile without a prompt, %j, does not cost the others',
  (mute) => {
    expect(readOpenFork('profiles.json', [mute, { Name: 'Old Hand', SystemPrompt: 'You know it.' }])).toMatchObject({
      agents: [{ slug: 'old-hand' }],
      problems: [{ severity: 'error', message: expect.stringContaining('Mute: prompt') }],
    })
  },
)

test('tool overrides are imported, and what Convene cannot keep of them is named', () => {
  const override = { MaxOutputLength: 200, Timeout: '00:00:30', DefaultArguments: { limit: 5 } }
  const agent = { Name: 'Ada', SystemPrompt: 'Read.' }
  const read = (tools: Json) =>
    readOpenFork('x.json', { Agents: { Custom: [{ ...agent, Tools: tools }] } }) ?? { agents: [], problems: [] }
  const whole = read({ Mode: 'All', ToolList: [], Overrides: { Read: override } })
  expect(whole.agents[0]?.tools).toEqual({
    except: [],
    overrides: { read: { maxOutput: 200, timeout: 0.5, arguments: { limit: 5 } } },
  })
  expect(whole.problems).toEqual([])
  const partly = read({ Mode: 'OnlyThese', ToolList: ['read'], Overrides: { read: { Retries: 3 } } })
  expect(partly.agents[0]?.tools).toEqual({ only: ['read'] })
  expect(partly.problems.map(({ message }) => message)).toEqual([
    'Ada: of the tool override for read, Retries is not imported.',
  ])
  expect(read({ Mode: 'None', Overrides: { read: override } }).problems.map(({ message }) => message)).toEqual([
    'Ada: it has no tools, so its tool overrides are not imported: read.',
  ])
})

test('a restriction of tools that Convene does not know never becomes all tools', () => {
  const tools = { Mode: 'IncludeOnly', Tools: ['read'] }
  const agent = { Name: 'Ada', SystemPrompt: 'Read.', Tools: tools, Mood: 'calm' }
  const { agents, problems } = readOpenFork('x.json', { Agents: { Custom: [agent] } }) ?? { agents: [], problems: [] }
  expect(agents[0]?.tools).toBe('none')
  expect(problems.map(({ message }) => message)).toEqual([
    'Ada: its tool mode is unknown (known: All, None, OnlyThese, AllExcept), so it gets no tools.',
    'Ada: mood is not imported.',
    'Ada: tools.tools is not imported.',
  ])
})

test('any other file is left to its own format', () => {
  const others: readonly Json[] = [{ name: 'Ada', prompt: 'x' }, [], [1], { Agents: {} }, 'text', null]
  for (const other of others) expect(readOpenFork('x.json', other)).toBeUndefined()
})
