import { panelOf, SimulatedSession } from '@convene/testkit'
import { test } from 'vitest'
import { keep } from './keep.ts'
import { type Lines, plays } from './panel-cast.ts'

async function decided(script: Lines, name: string) {
  const stage = new SimulatedSession({ model: plays(script) })
  await stage.create(panelOf({ settings: { mode: { protocol: 'decide', depth: 'standard' } } }))
  await stage.untilRest()
  await keep(stage, `panel-decide-${name}`)
}

const votes = (text: string, letter: string, shares: string, more = '') =>
  `${text}\nVOTE: ${letter}\nPROBABILITIES: ${shares}\nREASON: ${text.toLowerCase()}${more}`
const topic = 'Whether to ship on Friday.\nOPTION: Wait\nOPTION: Ship'

test('panelists who agree in the blind round do not debate', async () => {
  await decided({ Topic: topic, Contribute: votes('Tests are red.', 'A', 'A 90, B 10') }, 'unanimous')
})

test('a split is debated once: one panelist is convinced, one keeps its vote', async () => {
  await decided(
    {
      Topic: topic,
      Contribute: (agent, _text, nth) => {
        if (agent === 'ada') return votes('Tests are red.', 'A', 'A 90, B 10', nth > 1 ? '\nCHANGED: no' : '')
        if (agent === 'bert') return votes('Customers wait.', 'B', 'A 20, B 80', nth > 1 ? '\nCHANGED: no' : '')
        return nth === 1
          ? votes('Not sure.', 'B', 'A 45, B 55')
          : votes('Red tests settle it.', 'A', 'A 75, B 25', '\nCHANGED: yes, because [m4] names the failing tests')
      },
    },
    'split',
  )
})

test('positions in free text are grouped, a new one becomes an option, and a change without a reason is flagged', async () => {
  await decided(
    {
      Contribute: (agent, _text, nth) => {
        if (nth > 1 && agent === 'bert') return votes('A flag would do.', 'something else: Ship behind a flag', 'A 20, B 20, something else 60')
        if (nth > 1) return votes('Wait, then.', 'A', 'A 80, B 20', agent === 'cleo' ? '\nCHANGED: yes' : '')
        const own = { ada: 'Wait until Monday', bert: 'Ship it', cleo: 'Ship on Friday as planned' }[agent] ?? ''
        return `${agent} argues.\nPOSITION: ${own}\nCONFIDENCE: 70\nREASON: so`
      },
      Options: '- Wait until Monday [m4]\n- Ship on Friday [m5, m6]',
    },
    'free-text',
  )
})

test('a tie goes to the head', async () => {
  await decided(
    {
      Topic: topic,
      Contribute: (agent) =>
        agent === 'cleo' ? 'VOTE: abstain\nREASON: no data' : votes('So.', agent === 'ada' ? 'A' : 'B', 'A 50, B 50'),
    },
    'tie',
  )
})
