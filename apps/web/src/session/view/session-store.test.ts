import { createDomain, type Event, emptyList, emptySession, fromWire, type Session, SessionId } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { createSessionStore, type FeedListener, isInterrupted } from './session-store.ts'
import { newStory, type Story } from './story.fixture.ts'

const domain = createDomain()

/** A store with manual frames, turns and time. */
function opened(story: Story) {
  const frames: (() => void)[] = []
  const turns: (() => void)[] = []
  let now = 0
  let listener: FeedListener | undefined
  let isStopped = false
  const store = createSessionStore(
    story.session,
    (_after, given) => {
      listener = given
      return () => {
        isStopped = true
      }
    },
    {
      now: () => now++,
      frame: (run) => frames.push(run),
      soon: (run) => turns.push(run),
      pause: (run) => frames.push(run),
    },
  )
  const run = (queue: (() => void)[]) => {
    for (const each of queue.splice(0)) each()
  }
  return {
    store,
    feed: listener as FeedListener,
    frames,
    turns,
    paint: () => {
      while (frames.length > 0) run(frames)
    },
    breathe: () => run(turns),
    wasStopped: () => isStopped,
  }
}

const eventsOf = ({ events }: Story): readonly Event[] => events.map(fromWire)

describe('a session in the page', () => {
  test('renders once per frame, however much arrives', () => {
    const story = newStory('broadcast', ['architect', 'security'])
    const effect = story.think('architect')
    const { store, feed, frames, paint } = opened(story)
    feed.events(eventsOf(story))
    for (let word = 0; word < 500; word += 1) feed.delta({ effect, kind: 'text', text: 'word ', at: word * 5 })
    expect([frames.length, store.getState().revision]).toEqual([1, 0])
    paint()
    expect(store.getState().revision).toBe(1)
    expect(store.getState().view.live.get(effect)?.text.length).toBe(2_500)
  })

  test('knows that its process is gone, until it is back', () => {
    const story = newStory('broadcast', ['architect', 'security'])
    const { store, feed, paint } = opened(story)
    const events = eventsOf(story)
    feed.events(events)
    feed.interrupted(events.length)
    paint()
    expect(isInterrupted(store.getState())).toBe(true)
    feed.interrupted(0)
    paint()
    expect(isInterrupted(store.getState())).toBe(false)
  })

  test('is not interrupted before its first event is read', () => {
    const { store, feed, paint } = opened(newStory('broadcast', ['architect', 'security']))
    feed.interrupted(0)
    paint()
    expect(isInterrupted(store.getState())).toBe(false)
  })

  test('ignores repeated events and events after a gap', () => {
    const story = newStory('broadcast', ['architect', 'security'])
    story.say('architect', 'One.')
    const { store, feed, paint } = opened(story)
    const events = eventsOf(story)
    feed.events(events.slice(0, 6))
    feed.events(events.slice(2, 8))
    feed.events(events.slice(9))
    paint()
    expect(store.getState().view.session.seq).toBe(8)
    feed.events(events.slice(8))
    paint()
    expect(store.getState().view.order.length).toBe(new Set(store.getState().view.order).size)
    expect(store.getState().view.session.seq).toBe(events.length)
  })

  test('folds a long log in slices and yields to the page in between', () => {
    const story = newStory('broadcast', ['architect', 'security'])
    for (let turn = 0; turn < 60; turn += 1) story.say('architect', `Turn ${turn}.`)
    const { store, feed, turns, breathe, paint } = opened(story)
    feed.state('live')
    feed.events(eventsOf(story))
    let slices = 0
    for (; turns.length > 0 && slices < 1_000; slices += 1) breathe()
    paint()
    expect(slices).toBeGreaterThan(1)
    expect(store.getState().view.session.seq).toBe(story.events.length)
    expect(store.getState().caughtUp).toBe(true)
  })

  test('shows the end of a long log first, and all of it once it has been read', async () => {
    const story = newStory('panel', ['head', 'architect', 'security'])
    for (let turn = 0; turn < 60; turn += 1) story.say('architect', `Turn ${turn}.`, turn + 1)
    const events = eventsOf(story)
    const state = {
      ...events.reduce(domain.evolve, emptySession(SessionId.parse(story.session))),
      messages: emptyList(),
    }
    const { store, feed, turns, breathe, paint } = opened(story)
    const isShown = feed.newest(state as Session, events.slice(-40))
    for (; store.getState().view.order.length === 0; await Promise.resolve()) if (turns.length > 0) breathe()
    await isShown
    const newest = store.getState()
    expect([newest.caughtUp, newest.view.session, newest.view.order.length]).toEqual([false, state, 5])
    feed.state('live')
    feed.events(events)
    breathe()
    expect(store.getState().view.order.length).toBe(5)
    for (; turns.length > 0; ) breathe()
    paint()
    const { view, caughtUp } = store.getState()
    expect([caughtUp, view.order.slice(-5)]).toEqual([true, newest.view.order])
    for (const key of newest.view.order) expect(newest.view.entries.get(key)).toEqual(view.entries.get(key))
  })

  test('keeps the list’s identity while only text arrives', () => {
    const story = newStory('broadcast', ['architect', 'security'])
    const effect = story.think('architect')
    const { store, feed, paint } = opened(story)
    feed.events(eventsOf(story))
    paint()
    const { order } = store.getState().view
    feed.delta({ effect, kind: 'text', text: 'word', at: 0 })
    paint()
    expect(store.getState().view.order).toBe(order)
  })

  test('shows live text once, even if it restarts after a reconnect', () => {
    const story = newStory('broadcast', ['architect', 'security'])
    const effect = story.think('architect')
    const { store, feed, paint } = opened(story)
    feed.events(eventsOf(story))
    for (const [text, at] of [
      ['One ', 0],
      ['two ', 4],
      ['One two ', 0],
      ['three', 8],
    ] as const)
      feed.delta({ effect, kind: 'text', text, at })
    paint()
    expect(store.getState().view.live.get(effect)?.text).toBe('One two three')
  })

  test('keeps live text that arrives before its call is folded', () => {
    const story = newStory('broadcast', ['architect', 'security'])
    for (let turn = 0; turn < 60; turn += 1) story.say('security', `Turn ${turn}.`)
    const effect = story.think('architect')
    const { store, feed, turns, breathe, paint } = opened(story)
    feed.events(eventsOf(story))
    feed.delta({ effect, kind: 'text', text: 'Already said.', at: 0 })
    for (; turns.length > 0; ) breathe()
    paint()
    expect(store.getState().view.live.get(effect)?.text).toBe('Already said.')
  })

  test('stops rendering once closed', () => {
    const story = newStory('broadcast', ['architect', 'security'])
    const { store, feed, paint, wasStopped } = opened(story)
    store.close()
    feed.events(eventsOf(story))
    paint()
    expect([store.getState().revision, wasStopped()]).toEqual([0, true])
  })
})
