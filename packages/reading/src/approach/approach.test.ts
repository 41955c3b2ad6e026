import { modes } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { approaches, approachOf, chooseApproach } from './approach.ts'

const goals: readonly (readonly [goal: string, approach: string, teamOrMode?: string])[] = [
  ['Should we move our session store from Redis to Postgres?', 'decision'],
  ['SQLite or Postgres for this service?', 'decision'],
  ['Which queue do we take?', 'decision'],
  ['Which database is best for a small shop?', 'decision'],
  ['Redis vs Postgres', 'decision'],
  ['Decide whether to hire a second designer.', 'decision'],
  ['The shop keeps its orders in SQLite. There is one writer. Should it move to Postgres?', 'decision'],
  ['How should we store sessions?', 'decision'],
  ['Should I add an index, or change the query?', 'decision'],
  ['What is better for us: tabs or spaces?', 'decision'],
  ['Have a panel discuss our architecture', 'discussion', 'panel'],
  ['Discuss the design of the queue', 'discussion'],
  ['Could you please discuss whether we should move to Postgres?', 'discussion'],
  ['Debate remote work.', 'discussion'],
  ['Let the experts argue about microservices', 'discussion'],
  ['Argue for and against a monorepo', 'discussion'],
  ['A panel discussion on pricing', 'discussion'],
  ['Hold a panel on our hiring process', 'discussion'],
  ['What are the pros and cons of GraphQL?', 'discussion'],
  ['Pros and cons of a four-day week', 'discussion'],
  ['Weigh the pros and cons of Rust', 'discussion'],
  ['We should discuss our release process', 'discussion'],
  ["I'd like you to debate tabs and spaces", 'discussion'],
  ['Ask a panel whether we should hire', 'decision'],
  ['Add a panel to the dashboard', 'build'],
  ['Write the pros and cons of GraphQL', 'build', 'draft-critique-refine'],
  ['Explain what a panel discussion is', 'ask'],
  ['Fix the discussion page', 'build'],
  ['What do you think about our pricing page?', 'opinions'],
  ['Brainstorm names for the release', 'opinions'],
  ['I would like a second opinion on this contract', 'opinions'],
  ['Add discount codes to the checkout', 'build'],
  ['Could you please fix the login or tell me why it fails?', 'build'],
  ['Write tests for the importer', 'build', 'plan'],
  ['Write a migration for orders.', 'build', 'plan'],
  ['Write the release notes', 'build', 'draft-critique-refine'],
  ["Let's draft a letter to our customers.", 'build', 'draft-critique-refine'],
  ['Rewrite this paragraph', 'build', 'draft-critique-refine'],
  ['Review this change for security bugs. Should we merge it?', 'review', 'code-review-team'],
  ['Audit the payment code', 'review', 'code-review-team'],
  ['Find bugs in src/', 'review', 'code-review-team'],
  ['Why did checkout fail at 02:00?', 'review', 'incident-review'],
  ['Orders were lost on Friday. What happened?', 'review', 'incident-review'],
  ['What do the logs say about memory?', 'research', 'deep-research'],
  ['Which of our endpoints lack rate limits?', 'research'],
  ['Why is the sky blue?', 'research'],
  ['How do I add or remove a user?', 'research'],
  ['Find out what is published about vector databases', 'research'],
  ['- research the market\n- then decide', 'research'],
  ['argue.ts has a bug, fix it', 'ask'],
  ['`src/update.mjs` is slow', 'ask'],
  ['Explain this folder', 'ask'],
  ['hello', 'ask'],
  ['', 'ask'],
  ['Sollen wir das kaufen?', 'ask'],
  ['xyzzy', 'ask'],
]

describe('what a goal asks for', () => {
  const whole = goals.map(([goal, approach, made = '']) => [goal, approach, made] as const)
  test.each(whole)('%s → %s', (goal, approach, made) => {
    const found = chooseApproach(goal)
    expect(found.name).toBe(approach)
    if (made !== '') expect([found.team, found.mode]).toContain(made)
  })

  test('only the wording matters, not the subject', () => {
    expect(chooseApproach('Explain what a code review, a decision and a plan are').name).toBe('ask')
  })

  test('a chosen approach overrides the goal, which still determines the team', () => {
    expect(chooseApproach('Should we move?', 'research')).toMatchObject({
      mode: 'orchestrate',
      because: 'you chose it',
    })
    expect(chooseApproach('Why did checkout fail?', 'review')).toMatchObject({ team: 'incident-review' })
    expect(chooseApproach('Add a button', 'review')).toMatchObject({ team: 'code-review-team' })
  })

  test('a discussion is held turn by turn, also if only its card is chosen', () => {
    const settings = { protocol: 'discuss' }
    expect(chooseApproach('Discuss our release process')).toMatchObject({ mode: 'panel', settings })
    expect(chooseApproach('Should we move?', 'discussion')).toMatchObject({ mode: 'panel', settings })
    expect(chooseApproach('Should we move?').settings).toBeUndefined()
  })

  test('a hostile goal is read quickly', () => {
    const goal = `which ${'a or '.repeat(200_000)}`
    expect(chooseApproach(goal).name).toBeDefined()
    expect(chooseApproach('can you '.repeat(100_000)).name).toBe('ask')
    expect(chooseApproach('write a the '.repeat(100_000)).name).toBe('build')
  })
})

test('every approach has a mode, and every mode belongs to an approach', () => {
  for (const { mode, name, settings } of approaches) {
    expect(modes[mode]).toBeDefined()
    expect(approachOf(mode, '', settings?.protocol)).toBe(name)
  }
  expect(Object.keys(modes).filter((mode) => approachOf(mode) === undefined)).toEqual([])
  expect(approachOf('panel', 'incident-review')).toBe('review')
})
