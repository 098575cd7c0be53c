/** What a first visitor sees. It needs no ids, so that it means the same for every account. */
export const welcome = `# One query through four services.
# Change it, and run it again.
query Welcome {
  viewer {
    calendars(first: 2) {
      nodes {
        calendar {
          events(first: 5) {
            nodes {
              summary
              attachments { file { name } }
              broadcast {
                lifeCycleStatus
                video { title channel { title } }
              }
            }
          }
        }
      }
    }
  }
}
`;
