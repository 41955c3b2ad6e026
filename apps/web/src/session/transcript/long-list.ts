import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { VListHandle } from 'virtua'
import { useGoTo } from '../view/go-to.ts'

const NEAR = 48

/**
 * A virtual list that follows its end and scrolls to the target of a link or citation. `indexOf` finds an entry's row.
 * Spread `list` on the list and set `frame` on the element around it.
 */
export function useLongList(first: string | undefined, length: number, indexOf: (key: string) => number) {
  const list = useRef<VListHandle>(null)
  const frame = useRef<HTMLDivElement>(null)
  const { isAtEnd, onScroll, toEnd, leave } = useFollowEnd(list, frame, length)
  const shift = usePrepended(first, length)
  useGoTo((key) => {
    const index = indexOf(key)
    if (index < 0) return false
    leave()
    list.current?.scrollToIndex(index, { align: 'start' })
    return true
  })
  return { list: { ref: list, shift, onScroll, 'data-list': true }, frame, isAtEnd, toEnd }
}

/**
 * Keeps a list at its end while it grows, unless the user has scrolled away or is selecting text. `frame` is the
 * element around the list, which is marked with `data-list`.
 */
function useFollowEnd(list: RefObject<VListHandle | null>, frame: RefObject<HTMLElement | null>, length: number) {
  const [isAtEnd, setAtEnd] = useState(true)
  const follows = useRef(true)
  const lastOffset = useRef(0)
  const hand = useHand(frame)
  const toEnd = () => {
    follows.current = true
    setAtEnd(true)
    if (length > 0) list.current?.scrollToIndex(length - 1, { align: 'end' })
  }
  // Before the list measures itself. Otherwise it would mount its first rows and discard them.
  useLayoutEffect(() => {
    if (follows.current && hand.current !== 'up' && length > 0)
      list.current?.scrollToIndex(length - 1, { align: 'end' })
  }, [length, list, hand])
  useEffect(() => {
    // Rows grow, and anything that opens below the list shrinks it.
    const box = frame.current?.querySelector('[data-list]')
    const observer = new ResizeObserver(() => {
      const { current } = list
      if (!follows.current || !current || isSelecting()) return
      if (hand.current !== 'up') current.scrollTo(current.scrollSize)
      else if (leftOf(current) > NEAR) follows.current = false
    })
    for (const element of box ? [box, ...box.children] : []) observer.observe(element)
    return () => observer.disconnect()
  }, [list, frame, hand])
  const onScroll = (offset: number) => {
    const { current } = list
    if (!current) return
    const left = leftOf(current, offset)
    if (hand.current && offset < lastOffset.current && left > NEAR) follows.current = false
    if (left <= NEAR) follows.current = true
    lastOffset.current = offset
    setAtEnd(follows.current)
  }
  const leave = () => {
    follows.current = false
  }
  return { isAtEnd, onScroll, toEnd, leave }
}

/** How much of the list is below the visible part. */
const leftOf = ({ scrollSize, viewportSize, scrollOffset }: VListHandle, offset = scrollOffset): number =>
  scrollSize - viewportSize - offset

type Hand = 'up' | 'still' | null

/**
 * Whether the user has just touched the list, because measuring rows scrolls it too. A user who starts to scroll up is
 * not pulled back, even while still near the end.
 */
function useHand(frame: RefObject<HTMLElement | null>): RefObject<Hand> {
  const hand = useRef<Hand>(null)
  useEffect(() => {
    const { current } = frame
    let timer: ReturnType<typeof setTimeout> | undefined
    const touch = (event: Event) => {
      hand.current = isUpward(event) ? 'up' : 'still'
      clearTimeout(timer)
      timer = setTimeout(() => {
        hand.current = null
      }, 1_000)
    }
    const signs = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
    for (const sign of signs) current?.addEventListener(sign, touch, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signs) current?.removeEventListener(sign, touch)
    }
  }, [frame])
  return hand
}

const isUpward = (event: Event): boolean =>
  event instanceof WheelEvent
    ? event.deltaY < 0
    : event instanceof KeyboardEvent && ['ArrowUp', 'PageUp', 'Home'].includes(event.key)

const isSelecting = (): boolean => document.getSelection()?.isCollapsed === false

/** Whether rows were prepended, so that visible rows can keep their place. */
function usePrepended(first: string | undefined, length: number): boolean {
  const before = useRef({ first, length })
  const isPrepended = length > before.current.length && first !== before.current.first && before.current.length > 0
  useEffect(() => {
    before.current = { first, length }
  }, [first, length])
  return isPrepended
}
