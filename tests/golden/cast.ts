import type { Play } from '@convene/testkit'

/** Who answers what: `lead Plan`, `judge Evaluate`, or every ask to `ada`. */
export type Says = { readonly [who: string]: Play }

/** A model that plays every agent. An ask without a part is a mistake in the test. */
export function cast(says: Says): Play {
  return (request, call) => {
    const asked = [...request.lines.tail].findLast(({ role }) => role === 'user')
    const heading = asked?.role === 'user' ? /^# (.+)/m.exec(asked.text)?.[1] : ''
    const play = says[`${request.agent} ${heading}`] ?? says[request.agent]
    if (!play) throw new Error(`nobody plays ${request.agent} ${heading}`)
    return play(request, call)
  }
}
