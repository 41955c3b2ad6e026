// Run inside a scratch tree: prints what a page gets over the protocol.
const [folder = ''] = process.argv.slice(2)
const { served } = (await import(
  `${folder}/apps/server/src/server.fixture.ts`
)) as typeof import('../../apps/server/src/server.fixture.ts')
const server = await served()
const { client } = server
const [modes, settings, models, keys, tools] = [
  await client.modes({}),
  await client.settings(),
  await client.models({}),
  await client.keys(),
  await client.tools({}),
]
await server.remove()
process.stdout.write(JSON.stringify({ modes, settings, models, keys, tools }))
