/** What a first visitor sees. */
export const welcome = `# One graph over YouTube, YouTube Live, Google Drive and Google Calendar.
# Run it with Ctrl+Enter. The panel below says what it costs while you write,
# and then shows each REST call that it took.
# Left: examples, the documentation, a builder and your history.
# Top right: who you are. Completion is at Ctrl+Space.
query Welcome {
  viewer {
    channel {
      title
    }
    playlists(first: 3) {
      nodes {
        title
        items(first: 3) {
          nodes {
            video {
              title
              duration
            }
          }
        }
      }
    }
  }
}
`;
