/** The installed package has JavaScript, a checkout has TypeScript. */
const isPackage = import.meta.filename.endsWith('.js')

/** How people call the commands: by npm in a checkout, by its own name in the installed package. */
export const commandNames = isPackage
  ? { start: 'guidon start', event: 'guidon', organise: 'guidon organise' }
  : { start: 'npm start --', event: 'npm run event --', organise: 'npm run organise --' }
