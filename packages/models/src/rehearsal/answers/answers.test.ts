import { type ContextLine, parseAssignments } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { answer, GOALS, inMemory, requestOf, SHOP, user, WORKSPACES } from '../rehearsal.fixture.ts'

const GOAL = 'Find out how login errors are handled'
const files = inMemory(SHOP)
const ask = (name: string, ...lines: readonly ContextLine[]) => answer(files, requestOf('/w', name, lines))
const askFor = (wanted: string, name: string, ...lines: readonly ContextLine[]) =>
  answer(files, requestOf('/w', name, lines, wanted))
const said = (text: string): ContextLine => ({ role: 'assistant', text, calls: [] })
const lineOf = (text: string, word: string) => new RegExp(`^${word}: (.+)$`, 'm').exec(text)?.[1]

describe('work', () => {
  const MEMBERS =
    '## Members\n\n- **Architect**: Shapes. Model: rehearsal/offline.\n- **QA**: Tests. Model: rehearsal/offline.'
  const members = [
    { slug: 'architect', name: 'Architect' },
    { slug: 'qa', name: 'QA' },
  ]
  const planned = (goal: string) =>
    user(`# Plan\n\n## Goal\n\n${goal}\n\n${MEMBERS}\n\n## How to assign\n\nWrite one block for each.`)

  test.each([GOAL, '@worker:QA\nNo.\n@end', '## Members\n\n- **Nobody**: None.\n\n## Team\n\n- No (`no`): one'])(
    'is assigned to every member, for any goal: %j',
    async (goal) => {
      const { assignments, dropped } = parseAssignments(await askFor('assignments', 'Lead', planned(goal)), members)
      expect(assignments.map(({ member }) => member)).toEqual(['architect', 'qa'])
      expect(dropped).toEqual([])
    },
  )

  test('is also assigned after a nudge, when only the first request lists the members', async () => {
    const nudge = user('# Plan\n\nYour last reply assigned nobody.\n\n@worker:<member name>\n<the whole task>\n@end')
    const { assignments } = parseAssignments(
      await askFor('assignments', 'Lead', planned(GOAL), said('Hm.'), nudge),
      members,
    )
    expect(assignments).toHaveLength(2)
  })

  test('is planned in three consecutive steps, by the members in turn', async () => {
    const team = '## Team\n\n- Ada (`ada`) [code]: Builds.\n- Bert (`bert`): Tests.'
    const text = await askFor(
      'steps',
      'Planner',
      user(`# Plan\n\n## Goal\n\n${GOAL}\n\n${team}\n\n## What is asked\n\nPlan.`),
    )
    const { steps } = JSON.parse(text) as { steps: { owner: string; dependsOn: string[] }[] }
    expect(steps.map(({ owner }) => owner)).toEqual(['ada', 'bert', 'ada'])
    expect(steps.map(({ dependsOn }) => dependsOn)).toEqual([[], ['s1'], ['s2']])
  })

  test('is reported as not carried out', async () => {
    const text = await ask(
      'QA',
      user(`# Task\n\n## Original User Request (context)\n\n${GOAL}\n\n## Your Assigned Task\n\nFix the login test`),
    )
    expect(text).toContain('**Task** “Fix the login test”')
    expect(text).toContain('**Not carried out**')
  })

  test('is summarized with who contributed what, and who failed', async () => {
    const report = '*Rehearsal: x*\n\n**What your files say**\n- `README.md:3` “The shop is one process.”'
    const shown = `### Architect [m3]\n\n${report}\n\n### Grace [m4]\n\nIt <b>works</b> [[GROUP_REFLECT_COMPLETE]].`
    const text = await ask(
      'Lead',
      user(
        `# Synthesize\n\n## Goal\n\n${GOAL}\n\n## Failed\n\n- **Security**: took too long\n\n## Previous responses\n\n${shown}`,
      ),
    )
    expect(text).toContain('- **Architect** [m3]: `README.md:3` “The shop is one process.”')
    expect(text).toContain('- **Grace** [m4]: “It works')
    expect(text).toContain('**Failed**\n- **Security**: took too long')
    expect(text).not.toMatch(/\[\[|<b>/)
  })

  test.each([
    ['1 of 5', '0.50'],
    ['2 of 5', '0.90'],
    ['1 of 1', '0.90'],
  ])('in iteration %s is scored %s, without judging it', async (iteration, score) => {
    const judged = `# Evaluate\n\n## Goal\n\n${GOAL}\n\n## Result of iteration ${iteration}\n\nSo.\n\n## How to judge\n\nBe fair.`
    const text = await askFor('score', 'Judge', user(judged))
    expect(lineOf(text, 'SCORE')).toBe(score)
    expect(lineOf(text, 'RATIONALE')).toMatch(/^A rehearsal does not judge/)
  })

  test.each([
    ['1 of 3', '[[NEEDS_ITERATION]]'],
    ['2 of 3', '[[GROUP_REFLECT_COMPLETE]]'],
  ])('that an agent judges itself in iteration %s ends with %s', async (iteration, sentinel) => {
    const text = `# Evaluate\n\n## Goal\n\n${GOAL}\n\n## How to judge\n\nCompare the result (iteration ${iteration}) with the goal.`
    expect((await askFor('own-verdict', 'Lead', user(text))).split('\n')[0]).toBe(sentinel)
  })

  test('is not revised twice', async () => {
    expect(await ask('Coder', user(`# Respond\n\n## Goal\n\n${GOAL}\n\n## Go over it\n\nIteration 2 of 5.`))).toBe(
      '[[REFLECTION_COMPLETE]]',
    )
  })

  test('is accepted in a review if there is a report, and reopened if not', async () => {
    const review = (more: string) => ask('QA', user(`# Review\n\n## Goal\n\n${GOAL}\n\n${more}`))
    expect(await review('## Report\n\nDone.')).toMatch(/^ACCEPT$/m)
    expect(await review('## Acceptance\n\nIt works.')).toMatch(/^REOPEN: there is no report$/m)
  })
})

describe('a panelist', () => {
  const opening = (letter: string, goal = GOAL) =>
    user(
      `# Contribute\n\n## Topic\n\n*Rehearsal.*\n\n**Goal:** ${goal}\n\n## Your turn\n\nThe others know you as Panelist ${letter}. Round 1.`,
    )
  const later = (own: string) =>
    user(
      `# Contribute\n\n## Board\n\n### Panelist A [m5]\n\nSo.\n\nPOSITION: Sample position: circle\n\n## Positions held now\n\n- You (confidence 50): ${own}\n- Panelist A: Sample position: circle\n\n## Your turn\n\nRound 2.`,
    )

  test('takes the sample position of its letter, and quotes files about the goal', async () => {
    const texts = await Promise.all(['A', 'B', 'C', 'D'].map((letter) => ask('Security', opening(letter))))
    const positions = texts.map((text) => lineOf(text, 'POSITION'))
    expect(new Set(positions).size).toBe(3)
    expect(positions[3]).toBe(positions[0])
    expect(texts[0]).toContain('login')
    expect(texts[0]).not.toContain('CHANGED:')
  })

  test('changes its position if it started with the third, and names the message, while others keep theirs', async () => {
    const second = async (letter: string, own: string) =>
      ask('Security', opening(letter), said(`POSITION: ${own}`), later(own))
    const yielding = await second('C', 'Sample position: triangle')
    expect(lineOf(yielding, 'POSITION')).toBe('Sample position: circle')
    expect(lineOf(yielding, 'CHANGED')).toBe('yes, because [m5]')
    const steady = await second('B', 'Sample position: square')
    expect([lineOf(steady, 'POSITION'), lineOf(steady, 'CHANGED')]).toEqual(['Sample position: square', 'no'])
  })

  test('votes by letter once there are options, and changes its vote if it started with the third', async () => {
    const list = '## Options\n\nA. Sample position: circle\nB. Sample position: square\nC. Sample position: triangle'
    const round = (more = '') => user(`# Contribute\n\n${more}${list}\n\n## Your turn\n\nThis is round 2.`)
    const heard = '## Arguments\n\n### Panelist A [m5]\n\nSo.\n\n'
    const own = async (letter: string, position: string, more: string) =>
      ask('Security', opening(letter), said(`POSITION: ${position}`), round(more))
    const steady = await own('B', 'Sample position: square', heard)
    expect([lineOf(steady, 'VOTE'), lineOf(steady, 'CHANGED')]).toEqual(['B', 'no'])
    expect(lineOf(steady, 'PROBABILITIES')).toBe('A 25, B 50, C 25')
    const yielding = await own('C', 'Sample position: triangle', heard)
    expect([lineOf(yielding, 'VOTE'), lineOf(yielding, 'CHANGED')]).toEqual(['A', 'yes, because [m5]'])
    const reordered = list.replace(/^A\. .+\nB\. (.+)\nC\. (.+)$/mu, 'A. $2\nB. $1\nC. Sample position: circle')
    const first = await ask(
      'Security',
      opening('C'),
      said('POSITION: Sample position: triangle'),
      user(`# Contribute\n\n${heard}${reordered}\n\n## Your turn\n\nThis is round 2.`),
    )
    expect([lineOf(first, 'VOTE'), lineOf(first, 'CHANGED')]).toEqual(['B', 'yes, because [m5]'])
    const blind = await ask('Security', round())
    expect(lineOf(blind, 'VOTE')).toMatch(/^[A-C]$/u)
    expect(blind).not.toContain('CHANGED')
  })

  test('votes for the option that matches its position, and finds it in the list alone', async () => {
    const final =
      '# Final position\n\n## Positions held now\n\n- You: Sample position: square\n\n## Options\n\n1. Sample position: circle\n2. Sample position: square'
    expect(lineOf(await ask('Security', user(final)), 'VOTE')).toBe('Sample position: square')
  })

  test.each(Object.keys(WORKSPACES))('states one position with %s in the workspace, for any goal', async (name) => {
    const contents = Object.fromEntries(
      Object.entries(WORKSPACES[name] ?? {}).filter(([, text]) => typeof text === 'string'),
    ) as { [path: string]: string }
    for (const goal of GOALS) {
      const request = requestOf('/w', 'Security', [opening('A', goal.replaceAll('\n', ' '))])
      const text = await answer(inMemory(contents), request)
      expect(text.match(/^POSITION: .+$/gm)).toHaveLength(1)
      expect(text.match(/^CONFIDENCE: \d+$/gm)).toHaveLength(1)
    }
  })
})

describe('a panel’s lead', () => {
  test('groups positions by their words', async () => {
    const rows = '## Positions\n\n- [m4] One\n- [m5] Two\n- [m6] One'
    const text = await ask('Head', user(`# Options\n\n${GOAL}\n\n${rows}\n\n## What is asked\n\nGroup.`))
    expect(text).toBe('- One [m4, m6]\n- Two [m5]')
  })

  test('asks nothing, and puts the goal in the topic unchanged', async () => {
    expect(await ask('Head', user(`# Clarify\n\n${GOAL}\n\n## What is asked\n\nAsk.`))).toMatch(/^CLEAR: /)
    expect(await ask('Head', user(`# Topic\n\n${GOAL}\n\n## What is asked\n\nWrite.`))).toContain(`**Goal:** ${GOAL}`)
  })

  test('counts changes to say whether the panel has converged', async () => {
    const board = (changed: string) => user(`# Converged?\n\n## Board\n\n### Panelist A [m7]\n\nCHANGED: ${changed}`)
    expect(await ask('Moderator', board('no'))).toMatch(/^CONVERGED: /)
    expect(await ask('Moderator', board('yes, because [m2]'))).toMatch(/^NOT_CONVERGED: /)
  })

  test('lists each position once, with the blind messages it covers', async () => {
    const ledger =
      '- Round 1, Architect (confidence 60) [m4]: Wait\n- Round 1, Security (confidence 60) [m5]: Ship\n- Round 2, Security [m7]: Wait (changed, because [m4])'
    expect(await ask('Head', user(`# Options\n\n## Transcript\n\nx\n\n## Position ledger\n\n${ledger}`))).toBe(
      '- Wait [m4]\n- Ship [m5]',
    )
  })

  test('writes only report sections with content, says that nothing is decided, and cites only what it was shown', async () => {
    const transcript =
      '### Architect [m4]\n\n- `README.md:3` “The shop is one process.”\n\nPOSITION: Wait\n\n### Security [m5]\n\nPOSITION: Ship'
    const report = await ask(
      'Head',
      user(
        `# Synthesize\n\n## Transcript\n\n${transcript}\n\n## Result of the ballot\n\n- Undecided.\n- Plain: Wait 1`,
      ),
    )
    const sections = ['Executive Summary', 'Detailed Analysis', 'Disagreements', 'Appendix']
    expect([...report.matchAll(/^## (.+)$/gmu)].map(([, name]) => name)).toEqual(sections)
    expect(report).toContain('Nothing is decided')
    expect(report).toContain('## Appendix\n\n- Plain: Wait 1')
    expect(new Set(report.match(/\[m\d+\]/g))).toEqual(new Set(['[m4]', '[m5]']))
  })

  test('speaks of no vote and no decision where nobody votes', async () => {
    const transcript = '### Architect [m4]\n\nPOSITION: Wait'
    const sections = '## What is asked\n\nWrite the report: Executive Summary, Appendix.'
    const report = await ask('Head', user(`# Synthesize\n\n## Transcript\n\n${transcript}\n\n${sections}`))
    expect(report).toContain('The positions are samples')
    expect(report).not.toMatch(/vote|decide/iu)
    const last = await ask('Architect', user('# Final position\n\n## Positions held now\n\n- You: Wait'))
    expect(last).toBe('POSITION: Wait\nCONFIDENCE: 50')
  })

  test('names the option that a letter stands for', async () => {
    const transcript = '### Architect [m4]\n\nVOTE: A\n\n### Security [m5]\n\nVOTE: B'
    const ballots = '### Architect\n\nVOTE: Wait\nCONFIDENCE: 50\n\n### Security\n\nVOTE: Ship'
    const report = await ask(
      'Head',
      user(
        `# Synthesize\n\n## Transcript\n\n${transcript}\n\n## Result of the ballot\n\n- Undecided.\n\n## Ballots\n\n${ballots}`,
      ),
    )
    expect(report).toContain('- **Architect** [m4]: Wait\n- **Security** [m5]: Ship')
  })
})

describe('a decision', () => {
  const about = (heading: string) =>
    user(
      `# ${heading}\n\nWhere are the queries kept?\n\n## Goal\n\nMake it faster\n\n## Options\n\n1. A cache\n2. Kafka`,
    )

  test('is argued and voted on with a sample choice from the options', async () => {
    const vote = lineOf(await ask('Performance', about('Vote')), 'VOTE')
    expect(['A cache', 'Kafka']).toContain(vote)
    expect(await ask('Performance', about('Deliberate'))).toContain(`**A sample choice** ${vote}.`)
  })

  test('is left open by the lead', async () => {
    expect(await ask('Lead', about('Decide'))).not.toMatch(/^DECISION:/m)
  })
})

describe('a short text', () => {
  test('is a title without a label', async () => {
    expect(await ask('Head', user('# Title\n\n## Fix the login, please!\nSoon.'))).toBe('Fix the login, please')
    expect((await ask('Head', user(`# Title\n\n${'word '.repeat(50)}`))).length).toBeLessThanOrEqual(61)
  })

  test('summarizes a conversation by the first line of each message', async () => {
    const text = await ask(
      'Head',
      user('# Summary\n\nSum up.\n\n## Conversation\n\n### Panelist A [m3]\n\nWe keep it.'),
    )
    expect(text).toMatch(/^\*Rehearsal: [\s\S]*- \*\*Panelist A\*\* \[m3\]: “We keep it\.”/)
  })
})
