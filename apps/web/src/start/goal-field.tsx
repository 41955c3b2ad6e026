/** The goal input. */
export function GoalField(props: {
  readonly goal: string
  readonly onGoal: (goal: string) => void
  readonly onSubmit: () => void
}) {
  return (
    <textarea
      aria-label="Goal"
      value={props.goal}
      rows={4}
      // biome-ignore lint/a11y/noAutofocus: this field is the purpose of the page
      autoFocus
      placeholder="Should we move our session store from Redis to Postgres?"
      onChange={(event) => props.onGoal(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
        event.preventDefault()
        props.onSubmit()
      }}
      className="field-sizing-content max-h-80 min-h-28 w-full resize-none bg-transparent px-4 pt-4 pb-2 text-md outline-none"
    />
  )
}
