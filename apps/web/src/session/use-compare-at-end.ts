import { isFinal, isStopped } from '@convene/domain'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { arrange, useLayout } from '../ui/layout.ts'
import { toast } from '../ui/toast.tsx'
import { useDrafts } from './composer/draft.ts'
import { useSessionStore, useView } from './view/use-session.ts'

/**
 * Opens Compare when a run with one change completes, if the user who started it is still on its page. It does not
 * interrupt a draft, a dialog or another window. The run's ending then offers Compare instead.
 */
export function useCompareAtEnd(): void {
  const { id } = useSessionStore()
  const [, navigate] = useLocation()
  const phase = useView(({ session }) => session.run?.phase ?? 'idle')
  const isDelivered = useView(({ session }) => !isStopped(session) && session.run?.phase !== 'failed')
  const from = useView(({ session }) => (session.forked?.change ? session.forked.from : null))
  const isAwaited = useLayout(({ awaitedFork }) => awaitedFork === id)
  useEffect(() => {
    if (!isAwaited || !isFinal(phase)) return
    arrange({ awaitedFork: null })
    if (!isDelivered || from === null || isOccupied(id)) return
    navigate(`/compare/${from}/${id}`)
    toast('good', 'The run has ended', 'Here it is next to the original.')
  }, [isAwaited, phase, isDelivered, from, id, navigate])
}

function isOccupied(session: string): boolean {
  const { sessionDialog, isPaletteOpen, isKeysOpen } = useLayout.getState()
  const isWriting = (useDrafts.getState().texts[session] ?? '').trim() !== ''
  return document.visibilityState !== 'visible' || isWriting || sessionDialog !== null || isPaletteOpen || isKeysOpen
}
