import { answerParts as answers, askOf, panelOf, type Play, SimulatedSession } from '@convene/testkit'

/** What each agent says to each heading, unless a story says otherwise. */
export type Lines = { readonly [heading: string]: string | ((agent: string, text: string, nth: number) => string | Play) }

export const report = `## Executive Summary

- Wait. [m3]

## Detailed Analysis

All said so. [m4, m5]

## Agreements

- Wait.

## Disagreements

- None.

## Recommendations

- Wait until Monday.

## Risk Assessment

- Low.

## Minority Report

Nobody disagreed.

## Appendix

None.`

const usual: Lines = {
  Clarify: 'CLEAR: it is clear.',
  Topic: 'Whether to ship on Friday.',
  Contribute: (agent) => `${agent} argues.\nPOSITION: Wait\nCONFIDENCE: 90`,
  'Converged?': 'NOT_CONVERGED: still at it.',
  Options: '- Wait [m4, m5, m6]\n- Ship',
  'Final position': 'POSITION: Wait\nCONFIDENCE: 90\nVOTE: Wait\nREASON: safer',
  Synthesize: report,
  Decide: 'DECISION: Wait\nREASON: safer',
}

export const plays = (script: Lines): Play => {
  const asked = new Map<string, number>()
  return (request, call) => {
    const { heading, text } = askOf(request)
    const key = `${heading} ${request.agent}`
    asked.set(key, (asked.get(key) ?? 0) + 1)
    const line = { ...usual, ...script }[heading] ?? 'What?'
    const said = typeof line === 'string' ? line : line(request.agent, text, asked.get(key) ?? 1)
    return typeof said === 'string' ? [100, ...answers(said)] : said(request, call)
  }
}

export async function played(script: Lines, choice: Parameters<typeof panelOf>[0] = {}): Promise<SimulatedSession> {
  const stage = new SimulatedSession({ model: plays(script) })
  await stage.create(panelOf(choice))
  await stage.untilRest()
  return stage
}
