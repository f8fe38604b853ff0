"""The codes of the service over HTTP."""

from ledger.codes.code import Code

SERVICE = {
    "bad-request": Code("A request over HTTP cannot be read.", (2,)),
    "cross-site": Code(
        "A request that changes something comes from a page of another site.", (4,)
    ),
    "unfinished": Code(
        "A report typed from paper has fields that could not be read.", (5,)
    ),
    "draft-changed": Code(
        "Somebody changed the draft after the form was opened that is to be saved.",
        (5,),
    ),
    "draft-settled": Code("The draft was booked or dropped before.", (5,)),
    "before-its-day": Code(
        "A list was to be published at an hour before the day of the list."
    ),
    "hour-over": Code("A list was to be published at an hour that is over."),
    "not-planned": Code("Something other than lists was to be booked at an hour."),
    "four-eyes": Code("Somebody other than its author must book this draft.", (4,)),
    "needs-own-device": Code(
        "A login link can be made only in a browser, on your own device.", (5,)
    ),
    "login-link": Code("A link to log in was used before, or is too old.", (4,)),
    "mail-password": Code(
        "The file with the mail server's password cannot be read.", (2,)
    ),
    "media-type": Code(
        "The body of a request is of a type that is not accepted here.", (2,)
    ),
    "no-page": Code("There is no page for people at this address, only data.", (3,)),
    "unknown-session": Code("There is no browser session of that id.", (3,)),
    "no-rows": Code("An answer without rows was asked for as CSV.", (3,)),
    "no-feed": Code(
        "There is no Atom feed at this address, or nothing to tell in it yet.", (3,)
    ),
    "no-such-address": Code("The service has nothing at this address.", (3,)),
    "no-such-method": Code(
        "The address exists, but not for this method of HTTP.", (2,)
    ),
    "no-such-version": Code(
        "There never was such a version of the interface for programs.", (2,)
    ),
    "not-allowed": Code("The role of whoever asks does not allow this.", (4,)),
    "other-actor": Code(
        "A document names somebody else than the token it came with as its actor.", (4,)
    ),
    "overloaded": Code("Too much is being answered at once; try again.", (75,)),
    "parameter": Code(
        "A parameter of an address is missing or has a value it does not take.", (2,)
    ),
    "parameter-twice": Code("A parameter of an address is given twice.", (2,)),
    "port": Code("The service cannot answer at the host and port it was given."),
    "token": Code("A token is needed, or the one given does not work.", (4,)),
    "token-expired": Code("A token would expire before it could be used.", (2,)),
    "token-name": Code(
        "The name of a token or a login cannot be an actor, or looks like another one"
        " here.",
        (2,),
    ),
    "token-revoked": Code("The token was revoked before."),
    "preview-differs": Code(
        "The booking would differ from the preview that was looked at.",
        (5,),
    ),
    "too-many-drafts": Code(
        "So many drafts of one name wait already, or so large ones, that no more are"
        " kept."
    ),
    "too-many-requests": Code("One address asks too often; wait a moment.", (75,)),
    "too-slow": Code("The body of a request did not arrive in time.", (75,)),
    "unknown-draft": Code("There is no draft of this number.", (3,)),
    "unreachable": Code("Another machine, such as a database server, does not answer."),
    "unknown-parameter": Code(
        "The address does not take a parameter of this name.", (2,)
    ),
    "unknown-token": Code("There is no token of this id.", (3,)),
}
