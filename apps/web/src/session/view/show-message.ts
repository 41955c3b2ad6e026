import { showTranscript } from '../../ui/layout.ts'
import { useGoToMessage } from './go-to.ts'
import { useCentre } from './use-centre.ts'
import { useSessionStore } from './use-session.ts'

/** Goes to a message. A story that does not show all messages gives way to the transcript. */
export function useShowMessage(): (id: string) => void {
  const store = useSessionStore()
  const { picture, showsStory } = useCentre()
  const go = useGoToMessage()
  return (id) => {
    if (!showsStory || picture === 'columns') return go(id)
    showTranscript(store.id)
    requestAnimationFrame(() => requestAnimationFrame(() => go(id)))
  }
}
