import { type ModelRequest, toArray } from '@convene/domain'
import type { SimulatedSession } from '@convene/testkit'
import { expect } from 'vitest'

/** The newest ask in a request, as its model reads it. */
function askIn({ lines }: ModelRequest): string {
  const asked = toArray(lines).findLast((line) => line.role === 'user' && line.text.startsWith('# '))
  return asked?.role === 'user' ? asked.text : ''
}

/** The different asks of a run, by heading. */
function asksOf(stage: SimulatedSession): ReadonlyMap<string, readonly string[]> {
  const asks = new Map<string, string[]>()
  for (const request of stage.requests) {
    const text = askIn(request)
    const heading = /^# (.+)/u.exec(text)?.[1] ?? ''
    const known = asks.get(heading) ?? []
    if (!known.includes(text)) asks.set(heading, [...known, text])
  }
  return asks
}

const nameOf = (heading: string): string => heading.toLowerCase().replaceAll(/\W+/gu, '-').replace(/-$/u, '')

/**
 * Stores every ask whose text differs from the earlier ones, under its heading and a number. One per heading, unless
 * `most` says more. The snapshot counts all of them, to catch an ask that is added or lost.
 */
export async function file(
  stage: SimulatedSession,
  mode: string,
  most: { readonly [heading: string]: number } = {},
): Promise<void> {
  const asks = asksOf(stage)
  for (const [heading, texts] of asks)
    for (const [index, text] of texts.slice(0, most[heading] ?? 1).entries()) {
      const name = `${nameOf(heading)}${index > 0 ? `-${index + 1}` : ''}`
      await expect(`${text}\n`).toMatchFileSnapshot(`prompts/${mode}/${name}.md`)
    }
  expect([...asks].map(([heading, texts]) => `${heading}: ${texts.length}`).toSorted()).toMatchSnapshot()
}

/** Only the asks under these headings, each the nth that differs. Another test stores the others. */
export async function fileOnly(
  stage: SimulatedSession,
  mode: string,
  ...headings: readonly (string | readonly [heading: string, nth: number])[]
): Promise<void> {
  const asks = asksOf(stage)
  for (const wanted of headings) {
    const [heading, nth] = typeof wanted === 'string' ? [wanted, 1] : wanted
    expect([...asks.keys()]).toContain(heading)
    await expect(`${asks.get(heading)?.[nth - 1]}\n`).toMatchFileSnapshot(`prompts/${mode}/${nameOf(heading)}.md`)
  }
}
