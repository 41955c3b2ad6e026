import { useGoToMessage } from './go-to.ts'
import { useCentre } from './use-centre.ts'

/** Goes to a message. A view that shows no messages gives way to one that does. */
export function useShowMessage(): (id: string) => void {
  const { view, isBuild, show } = useCentre()
  const go = useGoToMessage()
  return (id) => {
    if (view === 'timeline' || (view === 'story' && !isBuild)) return go(id)
    show(isBuild ? 'timeline' : 'story')
    requestAnimationFrame(() => requestAnimationFrame(() => go(id)))
  }
}
