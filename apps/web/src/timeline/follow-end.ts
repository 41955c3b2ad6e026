import { type RefObject, useEffect, useRef, useState } from 'react'
import type { VListHandle } from 'virtua'
import { useSessionStore } from '../session/use-session.ts'

const NEAR = 48

export type FollowEnd = {
  /** Whether the newest is in sight: the list goes along as it grows. */
  readonly isAtEnd: boolean
  readonly onScroll: (offset: number) => void
  readonly toEnd: () => void
}

/** Keeps a list at its end while it grows, unless the person has scrolled away or is selecting text. */
export function useFollowEnd(list: RefObject<VListHandle | null>, length: number): FollowEnd {
  const store = useSessionStore()
  const [isAtEnd, setAtEnd] = useState(true)
  const follows = useRef(true)
  const lastOffset = useRef(0)
  useEffect(() => {
    const follow = () => {
      const { current } = list
      if (follows.current && current && !isSelecting()) current.scrollTo(current.scrollSize)
    }
    follow()
    return store.subscribe(() => requestAnimationFrame(follow))
  }, [store, list])
  useEffect(() => {
    if (follows.current && length > 0) list.current?.scrollToIndex(length - 1, { align: 'end' })
  }, [length, list])
  const onScroll = (offset: number) => {
    const { current } = list
    if (!current) return
    const left = current.scrollSize - current.viewportSize - offset
    if (offset < lastOffset.current - 2 && left > NEAR) follows.current = false
    if (left <= NEAR) follows.current = true
    lastOffset.current = offset
    setAtEnd(follows.current)
  }
  const toEnd = () => {
    follows.current = true
    setAtEnd(true)
    if (length > 0) list.current?.scrollToIndex(length - 1, { align: 'end' })
  }
  return { isAtEnd, onScroll, toEnd }
}

const isSelecting = (): boolean => document.getSelection()?.isCollapsed === false
