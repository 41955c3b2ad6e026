import { describe, expect, test } from 'vitest'
import { drawModels } from '../team/draw-models.ts'
import { nearestName } from '../team/nearest-name.ts'
import { SeatedTeam } from '../team/team.ts'
import { agents, seat, seated, team } from './seat-team.fixture.ts'
import type { SeatingRequest } from './seat-team.ts'

describe('seating', () => {
  test('uses the default agent alone if nothing is requested', () => {
    const { mode, team } = seated({})
    expect(mode).toBe('agent')
    expect(team).toMatchObject({ name: 'ad hoc', members: [{ slug: 'ada', seat: 'agent', model: 'x/default' }] })
  })

  test('makes one agent an agent run, and several a broadcast', () => {
    expect(seated({ agents: ['bert'] })).toMatchObject({ mode: 'agent', team: { members: [{ seat: 'agent' }] } })
    expect(seated({ agents: ['bert', 'ada'] })).toMatchObject({
      mode: 'broadcast',
      team: { members: [{ slug: 'bert', seat: 'member' }, { slug: 'ada' }] },
    })
  })

  test('uses the team’s mode unless another one is requested', () => {
    expect(seated({ team: team({}) }).mode).toBe('sequential')
    expect(seated({ team: team({}), mode: 'broadcast' }).mode).toBe('broadcast')
  })

  test('keeps the team-wide settings', () => {
    const given = {
      sharedContext: 'S',
      routingContext: 'R',
      permissions: { edit: 'deny' },
      limits: { maxTurns: 5 },
      settings: { a: 1 },
    }
    expect(seated({ team: team(given) })).toMatchObject({
      team: { name: 'Pair', slug: 'pair', sharedContext: 'S', routingContext: 'R', permissions: { edit: 'deny' } },
      limits: { maxTurns: 5 },
      settings: { a: 1 },
    })
  })

  test('gives lead and judge their roles', () => {
    const { lead, judge, members } = seated({ team: team({ lead: 'own', judge: 'bert', members: ['ada'] }) }).team
    expect([lead?.seat, judge?.seat, ...members.map((each) => each.seat)]).toEqual(['lead', 'judge', 'member'])
  })

  test('gives a member the reasoning level from its team entry or its own, and passes on the team’s', () => {
    const members = [{ agent: 'ada', reasoning: 'high' }, 'bert']
    const value = seated({ team: team({ members, reasoning: 'low' }) })
    expect(value.reasoning).toBe('low')
    expect(value.team.members.map(({ reasoning }) => reasoning)).toEqual(['high', undefined])
    expect(seated({ team: team({}) })).not.toHaveProperty('reasoning')
  })

  test('applies the team’s overrides to a member', () => {
    const member = {
      agent: 'ada',
      name: 'Countess',
      role: 'poet',
      model: 'x/big',
      prompt: 'Be brief.',
      useFor: 'Verse',
      worktree: true,
    }
    expect(seated({ team: team({ members: [member] }) }).team.members[0]).toMatchObject({
      slug: 'ada',
      name: 'Countess',
      role: 'poet',
      model: 'x/big',
      prompt: 'You are ada.\n\nBe brief.',
      useFor: 'Verse',
      worktree: true,
    })
  })

  test('seats an agent defined inside the team', () => {
    const agent = { name: 'New', slug: 'new', prompt: 'x', variables: { a: 'b' } }
    expect(seated({ team: team({ members: [{ agent }] }) }).team.members[0]).toMatchObject({
      slug: 'new',
      variables: { a: 'b' },
    })
  })

  test('seats requested agents in place of the team’s members', () => {
    expect(seated({ team: team({}), agents: ['own'] }).team).toMatchObject({ name: 'Pair', members: [{ slug: 'own' }] })
  })

  test('numbers agents that are seated twice, without taking another’s slug', () => {
    const { members } = seated({ agents: ['ada', 'ada', 'ada-2', 'ada'] }).team
    expect(members.map(({ slug, name }) => `${slug} ${name}`)).toEqual([
      'ada ADA',
      'ada-3 ADA 3',
      'ada-2 ADA-2',
      'ada-4 ADA 4',
    ])
  })

  test('produces a team the log accepts', () => {
    const { team: result } = seated({ agents: ['ada', 'ada', 'own'] })
    expect(SeatedTeam.parse(result)).toEqual(result)
  })
})

describe('the model of a seat', () => {
  const models = (asked: Partial<SeatingRequest>) => seated(asked).team.members.map(({ model }) => model)

  test('is the member’s own, then the agent’s, the requested one, the pool’s, and the default', () => {
    const members = [{ agent: 'own', model: 'x/member' }, 'own', 'ada']
    expect(models({ team: team({ members }), model: 'x/asked', pool: ['x/pool'] })).toEqual([
      'x/member',
      'x/own',
      'x/asked',
    ])
    expect(models({ agents: ['own', 'ada'], pool: ['x/pool'] })).toEqual(['x/own', 'x/pool'])
    expect(models({ agents: ['own', 'ada'] })).toEqual(['x/own', 'x/default'])
  })

  test('falls back to the default with a warning if it is unknown', () => {
    const members = [{ agent: 'ada', model: 'gone/m' }, 'bert']
    const result = seated({ team: team({ members }), pool: ['gone/p', 'x/p'] })
    expect(result.team.members.map(({ model }) => model)).toEqual(['x/default', 'x/p'])
    expect(result.warnings.map(({ code }) => code)).toEqual(['unknown_model', 'unknown_model'])
    expect(result.warnings[0]?.message).toBe(
      'The model gone/m of ADA is not configured. Using x/default. `convene models` lists configured models.',
    )
  })

  test('falls back to the requested one before the default if it is unknown', () => {
    const members = [{ agent: 'ada', model: 'gone/m' }, 'bert']
    expect(models({ team: team({ members }), model: 'x/asked' })).toEqual(['x/asked', 'x/asked'])
  })

  describe('without a connected default', () => {
    const known = (model: string) => model.startsWith('x/') || model === 'rehearsal/offline'
    const offline = { defaultModel: 'rehearsal/offline', isKnownModel: known }

    test.each([
      ['an unknown model', [{ agent: 'ada', model: 'gone/m' }, 'own']],
      ['no model', ['ada', 'own']],
    ])('for a member with %s is another member’s, never the rehearsal next to it', (_, members) => {
      const { team: result, warnings, rehearses } = seated({ ...offline, team: team({ members }) })
      expect(result.members.map(({ model }) => model)).toEqual(['x/own', 'x/own'])
      expect(warnings.map(({ message }) => message).join()).toContain('Using x/own.')
      expect(rehearses).toBe(false)
    })

    test('for a subagent is not the rehearsal if other models answer', () => {
      const subagents = [...agents.values()].filter(({ slug }) => slug === 'bert')
      expect(seated({ ...offline, agents: ['own'], subagents }).team.subagents).toMatchObject([{ model: 'x/own' }])
    })

    test('is from the pool rather than the rehearsal', () => {
      const members = [{ agent: 'ada', model: 'gone/m' }]
      expect(models({ ...offline, team: team({ members }), pool: ['x/pool'] })).toEqual(['x/pool'])
    })

    test('is the rehearsal for all, which is flagged unless it was requested', () => {
      expect(seated({ ...offline, agents: ['ada', 'bert'] })).toMatchObject({ rehearses: true })
      expect(seated({ ...offline, agents: ['ada'], model: 'rehearsal/offline' })).toMatchObject({ rehearses: false })
      const members = [{ agent: 'ada', model: 'rehearsal/offline' }]
      expect(seated({ ...offline, team: team({ members }) })).toMatchObject({ rehearses: false })
    })
  })

  test('does not repeat a pool model while others are left, and is the same for the same seed', () => {
    const pool = ['x/a', 'x/b', 'x/c', 'x/d']
    for (let seed = 0; seed < 50; seed++) {
      const drawn = drawModels([undefined, 'x/a', undefined, undefined, undefined], pool, seed)
      expect(new Set(drawn.slice(0, 4)).size).toBe(4)
      expect(pool).toContain(drawn[4])
      expect(drawModels([undefined, 'x/a', undefined, undefined, undefined], pool, seed)).toEqual(drawn)
    }
  })

  test('is drawn for members first, so that they differ whatever lead and judge have', () => {
    const pool = ['x/a', 'x/b', 'x/c']
    const asked = { team: team({ lead: 'ada', members: ['ada', 'ada', 'ada'], judge: 'bert' }), pool }
    for (let seed = 0; seed < 20; seed++) {
      const { members, lead, judge } = seated({ ...asked, seed }).team
      expect(members.map(({ model }) => model).toSorted()).toEqual(pool)
      expect(pool).toEqual(expect.arrayContaining([lead?.model, judge?.model]))
    }
  })

  test('can be drawn by members even if the lead has it', () => {
    const pool = ['x/a', 'x/b', 'x/c']
    const asked = { team: team({ lead: { agent: 'ada', model: 'x/a' }, members: ['bert', 'bert', 'bert'] }), pool }
    for (let seed = 0; seed < 20; seed++) expect(models({ ...asked, seed }).toSorted()).toEqual(pool)
  })

  test('depends on the seed', () => {
    const draws = Array.from({ length: 40 }, (_, seed) =>
      drawModels([undefined, undefined, undefined], ['a', 'b', 'c'], seed).join(),
    )
    expect(new Set(draws).size).toBe(6)
  })
})

describe('an impossible seating', () => {
  test.each([
    {
      asked: { agents: ['adda'] },
      code: 'unknown_agent',
      message: 'Unknown agent "adda". Did you mean "ada"?',
    },
    {
      asked: { team: team({ judge: 'zzz' }) },
      code: 'unknown_agent',
      message: 'Unknown agent "zzz" (in the team Pair).',
    },
    {
      asked: { mode: 'brodcast' },
      code: 'unknown_mode',
      message: 'Unknown mode "brodcast". Did you mean "broadcast"? Modes: agent, broadcast, sequential.',
    },
    {
      asked: { model: 'y/m' },
      code: 'unknown_model',
      message: 'Unknown model "y/m".',
    },
    {
      asked: { mode: 'agent', agents: ['ada', 'bert'] },
      code: 'too_many_agents',
      message: 'The mode agent takes exactly one agent, not 2.',
    },
    {
      asked: { mode: 'broadcast' },
      code: 'no_agents',
      message: 'The mode broadcast needs members: name them, or choose a team.',
    },
  ])('is refused with $code', ({ asked, code, message }) => {
    expect(seat(asked)).toEqual({ ok: false, refusal: { code, message } })
  })
})

test('an entry agent alone is the only member, without a lead', () => {
  const { lead, members } = seated({ modes: ['delegate'], mode: 'delegate', agents: ['ada'] }).team
  expect([lead, members.map(({ slug }) => slug)]).toEqual([undefined, ['ada']])
})

describe('the nearest name', () => {
  test.each([
    ['codr', 'coder'],
    ['CODER', 'coder'],
    ['reveiwer', 'reviewer'],
    ['multi', 'multi-perspective'],
    ['xyzzy', undefined],
    ['', undefined],
  ])('of %j is %j', (name, nearest) => {
    expect(nearestName(name, ['coder', 'reviewer', 'multi-perspective'])).toBe(nearest)
  })
})

test('a team that delegates says that its lead is not used', () => {
  const warned = (given: object) => {
    const { warnings } = seated({ modes: ['delegate'], team: team({ mode: 'delegate', entryAgent: 'ada', ...given }) })
    return warnings.map(({ message }) => message)
  }
  expect(warned({ lead: 'own' })).toEqual([expect.stringContaining('has no lead')])
  expect(warned({})).toEqual([])
})

describe('those who judge the work of others', () => {
  const modes = ['agent', 'broadcast', 'plan', 'reflect']
  const judged = (asked: Partial<SeatingRequest>, mode = 'reflect') => {
    const { lead, judge, members } = seated({ modes, mode, reviewModels: ['x/usual', 'y/other'], ...asked }).team
    return [lead, judge, ...members].flatMap((each) => each?.model ?? [])
  }
  const led = team({ lead: 'bert', judge: 'ada-2', members: ['ada'] })

  test('get a model of another vendor, if one is connected', () => {
    expect(judged({ team: led })).toEqual(['x/default', 'y/other', 'x/default'])
    const reviewer = { agent: 'ada', role: 'reviewer' }
    expect(judged({ team: team({ members: ['bert', reviewer] }) }, 'plan')).toEqual(['x/default', 'y/other'])
  })

  test('get a vendor that none of the authors has, whatever the usual one is', () => {
    const reviewer = { agent: 'ada', role: 'reviewer' }
    const own = { isKnownModel: () => true, defaultModel: 'y/usual', reviewModels: ['y/usual', 'x/other', 'z/third'] }
    // The member called `own` has a model of x. Its reviewer keeps the usual one, of y.
    expect(judged({ ...own, team: team({ members: ['own', reviewer] }) }, 'plan')).toEqual(['x/own', 'y/usual'])
    const both = team({ members: ['own', 'bert', reviewer] })
    expect(judged({ ...own, team: both }, 'plan')).toEqual(['x/own', 'y/usual', 'z/third'])
    expect(judged({ ...own, reviewModels: ['y/usual'], team: both }, 'plan')).toEqual(['x/own', 'y/usual', 'y/usual'])
  })

  test('keep their own model, the one that was asked for, and those of the pool', () => {
    expect(judged({ team: team({ lead: 'bert', judge: 'own', members: ['ada'] }) })[1]).toBe('x/own')
    expect(judged({ team: led, model: 'x/asked' })).toEqual(['x/asked', 'x/asked', 'x/asked'])
    expect(judged({ team: led, pool: ['x/pool'] })).not.toContain('y/other')
  })

  test('get the usual model in modes in which nobody is judged', () => {
    expect(judged({ team: led }, 'broadcast')).not.toContain('y/other')
  })
})
