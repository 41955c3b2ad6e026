import type { Line } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { answer, expectTrue, GOALS, inMemory, requestOf, SHOP, user, WORKSPACES } from './trial.ts'

const GOAL = 'Should we move our bookshop to stalls?'
const files = inMemory(SHOP)
const ask = (name: string, ...lines: readonly Line[]) => answer(files, requestOf('/shop', name, lines))
const contribute = (topic: string) => user(`# Contribute\n\n## Topic\n\n**Goal** ${topic}\n\n## Your turn\n\nRound 1.`)
const lineOf = (text: string, word: string) => new RegExp(`^${word}: (.+)$`, 'm').exec(text)?.[1] ?? ''

describe('in a panel the rehearsal model', () => {
  test('finds everything clear, and writes a topic with the goal and a depth', async () => {
    expect(await ask('Head', user(`# Clarify\n\n${GOAL}`))).toMatch(/^CLEAR: /)
    const topic = await ask('Head', user(`# Topic\n\n${GOAL}`))
    expect(topic).toContain(`**Goal** ${GOAL}`)
    expect(topic).toMatch(/^DISCUSSION_DEPTH: Quick$/m)
  })

  test('takes a position supported by a file for its role, and quotes it', async () => {
    const question = 'How is our bookshop cut into stalls?'
    const architect = await ask('Architect', contribute(question))
    expect(lineOf(architect, 'POSITION')).toBe('The answer starts in `docs/architecture.md`')
    expect(Number(lineOf(architect, 'CONFIDENCE'))).toBeGreaterThan(0)
    expect(architect).not.toContain('CHANGED:')
    expectTrue(architect, (path) => SHOP[path] ?? '', question)
    expect(lineOf(await ask('Security', contribute(question)), 'POSITION')).not.toBe(lineOf(architect, 'POSITION'))
  })

  test('takes a side by the lines it quotes, says which, and the advocate takes the other', async () => {
    const stores = inMemory({
      'storage.md': 'The shop keeps its orders in SQLite.\nSQLite has one writer, the web server.\n',
      'plan.md': 'Postgres was tried once.\n',
    })
    const goal = 'Should the shop keep its orders in SQLite or in Postgres?'
    const opening = (name: string) => answer(stores, requestOf('/shop', name, [contribute(goal)]))
    const architect = await opening('Architect')
    expect(lineOf(architect, 'POSITION')).toBe('SQLite')
    expect(architect).toMatch(/\*\*I take\*\* SQLite: 2 lines speak for it, `storage.md:1`, `storage.md:2`\./)
    expect(lineOf(await opening("Devil's Advocate"), 'POSITION')).toBe('Postgres')
  })

  test('keeps its side unless twice as many lines support the other', async () => {
    const second = (own: string, other: string) =>
      user(
        `# Contribute\n\n## Board\n\n### Panelist B [m5]\n\nPOSITION: ${other}\n\n## Positions held now\n\n- You: ${own}\n- Panelist B: ${other}\n\n## Your turn\n\nRound 2.`,
      )
    const changed = async (sqlite: number, postgres: number) => {
      const stores = inMemory({
        'a.md': 'We like SQLite here.\n'.repeat(sqlite) + 'We like Postgres too.\n'.repeat(postgres),
      })
      const goal = contribute('Should we use SQLite or Postgres?')
      const said: Line = { role: 'assistant', text: 'So.\n\nPOSITION: SQLite', calls: [] }
      const text = await answer(stores, requestOf('/w', 'Qa', [goal, said, second('SQLite', 'Postgres')]))
      return [lineOf(text, 'POSITION'), lineOf(text, 'CHANGED')]
    }
    expect(await changed(2, 3)).toEqual(['SQLite', 'no'])
    expect(await changed(2, 4)).toEqual(['Postgres', 'yes, because [m5]: 4 lines speak for it; for mine 2'])
  })

  test('adopts a position whose file has more of the goal, names the message, and the advocate does not', async () => {
    const first = contribute(GOAL)
    const better = 'Wait until what `docs/architecture.md` says about bookshop is settled'
    const second = (own: string) =>
      user(
        `# Contribute\n\n## Board\n\n### Panelist B [m5]\n\nSo.\n\nPOSITION: ${better}\n\n## Positions held now\n\n- You (confidence 30): ${own}\n- Panelist B (confidence 50): ${better}\n\n## Your turn\n\nRound 2.`,
      )
    const own = 'Wait until what `src/cache.ts` says is settled'
    const said: Line = { role: 'assistant', text: `So.\n\nPOSITION: ${own}\nCONFIDENCE: 30`, calls: [] }
    const convinced = await ask('Performance', first, said, second(own))
    expect(lineOf(convinced, 'POSITION')).toBe(better)
    expect(lineOf(convinced, 'CHANGED')).toMatch(/^yes, because \[m5\]/)
    const stubborn = await ask("Devil's Advocate", first, said, second(own))
    expect([lineOf(stubborn, 'POSITION'), lineOf(stubborn, 'CHANGED')]).toEqual([own, 'no'])
  })

  test('counts changes to decide whether the panel has converged', async () => {
    const board = (changed: string) =>
      user(
        `# Converged?\n\n## Board\n\n### Panelist A [m7]\n\nPOSITION: x\nCHANGED: ${changed}\n\n## Positions held now\n\n- Panelist A: x`,
      )
    expect(await ask('Moderator', board('no'))).toMatch(/^CONVERGED: /)
    expect(await ask('Moderator', board('yes, because [m2]'))).toMatch(/^NOT_CONVERGED: 1 changed/)
  })

  test('lists each position once, with the blind messages it covers, and votes for its own', async () => {
    const ledger =
      '- Round 1, Architect (confidence 60) [m4]: Wait\n- Round 1, Security (confidence 60) [m5]: Ship\n- Round 2, Security [m7]: Wait (changed, because [m4])'
    expect(await ask('Head', user(`# Options\n\n## Transcript\n\nx\n\n## Position ledger\n\n${ledger}`))).toBe(
      '- Wait [m4]\n- Ship [m5]',
    )
    const final = await ask(
      'Architect',
      contribute(GOAL),
      { role: 'assistant', text: 'So.\nPOSITION: Ship', calls: [] },
      user('# Final position\n\n## Options\n\n1. Wait\n2. Ship'),
    )
    expect([lineOf(final, 'POSITION'), lineOf(final, 'VOTE')]).toEqual(['Ship', 'Ship'])
  })

  test('cites only messages it was shown in its report, and leaves no section out', async () => {
    const transcript =
      '### Architect [m4]\n\n- `README.md:3` “The shop is one process that sells books.”\n\nPOSITION: Wait\n\n### Security [m5]\n\nPOSITION: Ship'
    const report = await ask(
      'Head',
      user(
        `# Synthesize\n\n## Transcript\n\n${transcript}\n\n## Result of the ballot\n\n- Decision: Wait (by plain majority)\n\n## What is asked\n\nMinority Report`,
      ),
    )
    for (const name of [
      'Executive Summary',
      'Detailed Analysis',
      'Agreements',
      'Disagreements',
      'Recommendations',
      'Risk Assessment',
      'Minority Report',
      'Appendix',
    ])
      expect(report).toContain(`## ${name}`)
    expect(new Set(report.match(/\[m\d+\]/g))).toEqual(new Set(['[m4]', '[m5]']))
    expect(report).toContain('**Security** holds “Ship” [m5]')
  })

  test.each(Object.keys(WORKSPACES))(
    'follows the protocol with %s in the workspace, whatever the goal',
    async (name) => {
      const contents = Object.fromEntries(
        Object.entries(WORKSPACES[name] ?? {}).filter(([, text]) => typeof text === 'string'),
      ) as { [path: string]: string }
      for (const goal of GOALS) {
        const text = await answer(
          inMemory(contents),
          requestOf('/w', 'Security', [contribute(goal.replace(/\n/g, ' '))]),
        )
        expect(text.match(/^POSITION: .+$/gm)).toHaveLength(1)
        expect(text.match(/^CONFIDENCE: \d+$/gm)).toHaveLength(1)
      }
    },
  )
})
