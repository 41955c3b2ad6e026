import { fromCheckedWire } from '@convene/domain'
import { tableOf } from '@convene/reading'
import { useEffect, useMemo, useState } from 'react'
import { useClient } from '../connection/client.ts'
import { Board } from '../session/table/board.tsx'
import { exampleId } from '../session/view/example-id.ts'
import { matrixOf } from '../session/view/matrix.ts'
import { shownBy } from '../session/view/mode-view.ts'
import type { SessionStore } from '../session/view/session-store.ts'
import { SessionContext, useView } from '../session/view/use-session.ts'
import { createPlayer } from './player.ts'

/** How long each round of the debate is shown. */
const ROUND_MS = 5_000

/** The Table of a recorded decision, round after round: a split, and then somebody changes sides. */
export function ExampleHero({ slug }: { readonly slug: string }) {
  const session = useRecorded(slug)
  return (
    session && (
      <SessionContext value={session}>
        <Rounds />
      </SessionContext>
    )
  )
}

/** A session as it was at the end of a recording. */
function useRecorded(slug: string): SessionStore | undefined {
  const client = useClient()
  const [session, setSession] = useState<SessionStore>()
  useEffect(() => {
    let isOver = false
    let close = () => {}
    void client.example({ slug }).then((log) => {
      if (isOver || !log.ok) return
      const player = createPlayer(exampleId(slug), log.value.items.map(fromCheckedWire))
      close = player.close
      player.seek(player.playback.duration)
      setSession(player.getState().session)
    })
    return () => {
      isOver = true
      close()
    }
  }, [client, slug])
  return session
}

function Rounds() {
  const run = useView((view) => view.session.run)
  const { positions, options } = shownBy(run)
  const table = useMemo(() => tableOf(matrixOf(positions, options, run?.team)), [positions, options, run?.team])
  const turn = useTurns(table?.rounds.length ?? 1)
  const shown = table?.rounds[turn]
  if (!table || !shown) return null
  return (
    // The link around it says what it is.
    <div aria-hidden inert className="animate-appear">
      <Board sides={table.sides} shown={shown} isDense />
    </div>
  )
}

/** Counts from 0 to below `count` and starts again. Who wants no motion sees the last one. */
function useTurns(count: number): number {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (isStill || count < 2) return
    const timer = setInterval(() => setTurn((before) => before + 1), ROUND_MS)
    return () => clearInterval(timer)
  }, [isStill, count])
  return isStill ? count - 1 : turn % count
}
